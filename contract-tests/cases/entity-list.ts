import assert from 'node:assert/strict';
import type { Case } from '../suite/case.ts';
import type { RecordData } from '../suite/data.ts';
import type { Kind } from '../suite/kind.ts';
import { expectFound, includesRecord, recordsOf } from './listed.ts';

export function listCases(kind: Kind): Case[] {
  const base = { kind, operationId: kind.ops.list.id };
  const viewer = { as: 'viewer' };
  return [
    {
      ...base,
      name: 'returns the first twenty without parameters',
      needs: viewer,
      request: () => ({}),
      expect: {
        status: 200,
        check: ({ data }) => {
          assert.deepEqual([data.page, data.pageSize], [1, 20]);
          assert.ok((data.items?.length ?? 0) <= 20);
          const total = Object.values(data.counts ?? {}).reduce((sum, count) => sum + count, 0);
          assert.equal(total, data.total, 'counts add up to total');
        },
      },
    },
    {
      ...base,
      name: 'counts per status under all other filters',
      needs: { ...viewer, record: 'pending', shared: true },
      request: ({ record }) => ({ query: { status: 'active', q: text(kind, record) } }),
      expect: {
        status: 200,
        check: (answer, { record }) => {
          assert.ok(recordsOf(answer).every(({ status }) => status === 'active'));
          assert.ok(!includesRecord(answer, record));
          assert.ok((answer.data.counts?.pending ?? 0) >= 1, 'the pending record is counted');
        },
      },
    },
    {
      ...base,
      name: 'finds by status',
      needs: { ...viewer, record: 'pending', shared: true },
      request: () => ({ query: { status: 'pending', sort: '-createTime' } }),
      expect: { status: 200, check: expectFound },
    },
    {
      ...base,
      name: 'finds by free text',
      needs: { ...viewer, record: 'pending', shared: true },
      request: ({ record }) => ({ query: { q: text(kind, record) } }),
      expect: {
        status: 200,
        check: (answer, { record }) => assert.equal(recordsOf(answer)[0]?.id, record.id, 'the best match comes first'),
      },
    },
    {
      ...base,
      name: 'marks the records an author has written',
      needs: { as: 'editor', record: 'pending', shared: true },
      request: ({ record }) => ({ query: { q: text(kind, record) } }),
      expect: {
        status: 200,
        check: ({ data }, { record }) => assert.deepEqual(data.ownWork, kind.review === 'none' ? [] : [record.id]),
      },
    },
    {
      ...base,
      name: 'is empty beyond the last page',
      needs: viewer,
      request: () => ({ query: { page: 1_000_000, pageSize: 100 } }),
      expect: { status: 200, check: ({ data }) => assert.deepEqual(data.items, []) },
    },
    {
      ...base,
      name: 'returns every record on exactly one page',
      needs: { ...viewer, record: 'pending', shared: true },
      request: () => ({ query: { page: 2, pageSize: 10, sort: 'updateTime' } }),
      expect: {
        status: 200,
        check: async (answer, scene) => {
          const first = await scene.call('list', 'viewer', { query: { page: 1, pageSize: 10, sort: 'updateTime' } });
          assert.ok(!recordsOf(first).some((record) => includesRecord(answer, record)));
        },
      },
    },
    ...(kind.review === 'none' ? [] : proposedCases(kind)),
  ];
}

function text(kind: Kind, record: RecordData): string {
  return String(record[kind.text]);
}

function proposedCases(kind: Kind): Case[] {
  const base = { kind, operationId: kind.ops.list.id };
  const viewer = { as: 'viewer' };
  return [
    {
      ...base,
      name: 'finds by free text where a change is proposed',
      needs: { ...viewer, record: 'update proposed', shared: true },
      request: ({ record }) => ({ query: { q: text(kind, record) } }),
      expect: { status: 200, check: expectFound },
    },
    {
      ...base,
      name: 'marks open proposals',
      needs: { ...viewer, record: 'update proposed', shared: true },
      request: () => ({ query: { sort: '-createTime' } }),
      expect: {
        status: 200,
        check: (answer, scene) => {
          const proposalMark = answer.data.proposals?.find(({ id }) => id === scene.record.id);
          assert.equal(proposalMark?.by, scene.username('editor'));
          assert.deepEqual(answer.data.ownWork, [], 'none of it is the viewer’s');
        },
      },
    },
  ];
}
