import assert from 'node:assert/strict';
import type { Case } from '../suite/case.ts';
import type { Answer } from '../suite/client.ts';
import type { RecordData } from '../suite/data.ts';
import type { Kind } from '../suite/kind.ts';

/** Parameters of every list; the rest are filters by a column. */
const common = ['page', 'pageSize', 'q', 'sort', 'status'];

export function listCases(kind: Kind): Case[] {
  const base = { kind, operationId: kind.ops.list.id };
  const viewer = { as: 'viewer' };
  return [
    {
      ...base,
      name: 'gives the first twenty without parameters',
      needs: viewer,
      request: () => ({}),
      expect: {
        status: 200,
        check: ({ data }) => {
          assert.deepEqual([data.page, data.pageSize], [1, 20]);
          assert.ok((data.items?.length ?? 0) <= 20);
          const counted = Object.values(data.counts ?? {}).reduce((sum, count) => sum + count, 0);
          assert.equal(counted, data.total, 'counts add up to total');
        },
      },
    },
    {
      ...base,
      name: 'counts under all filters but the status',
      needs: { ...viewer, record: 'pending' },
      request: ({ record }) => ({ query: { status: 'active', q: record.name } }),
      expect: {
        status: 200,
        check: (answer, { record }) => {
          assert.ok(records(answer).every(({ status }) => status === 'active'));
          assert.ok(!has(answer, record));
          assert.ok((answer.data.counts?.pending ?? 0) >= 1, 'the pending record is counted');
        },
      },
    },
    {
      ...base,
      name: 'finds by status',
      needs: { ...viewer, record: 'pending' },
      request: () => ({ query: { status: 'pending', sort: '-createTime' } }),
      expect: { status: 200, check: findsIt },
    },
    {
      ...base,
      name: 'finds by free text',
      needs: { ...viewer, record: 'pending' },
      request: ({ record }) => ({ query: { q: record.name } }),
      expect: {
        status: 200,
        check: (answer, { record }) => assert.equal(records(answer)[0]?.id, record.id, 'the best match comes first'),
      },
    },
    {
      ...base,
      name: 'finds by free text where a change is proposed',
      needs: { ...viewer, record: 'update proposed' },
      request: ({ record }) => ({ query: { q: record.name } }),
      expect: { status: 200, check: findsIt },
    },
    {
      ...base,
      name: 'marks open proposals',
      needs: { ...viewer, record: 'update proposed' },
      request: () => ({ query: { sort: '-createTime' } }),
      expect: {
        status: 200,
        check: (answer, scene) => {
          const mark = answer.data.proposals?.find(({ id }) => id === scene.record.id);
          assert.equal(mark?.by, scene.username('editor'));
          assert.deepEqual(answer.data.ownWork, [], 'none of it is the viewer’s');
        },
      },
    },
    {
      ...base,
      name: 'tells an author which records are own work',
      needs: { as: 'editor', record: 'pending' },
      request: ({ record }) => ({ query: { q: record.name } }),
      expect: { status: 200, check: ({ data }, { record }) => assert.deepEqual(data.ownWork, [record.id]) },
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
      name: 'gives every record on one page only',
      needs: { ...viewer, record: 'pending' },
      request: () => ({ query: { page: 2, pageSize: 10, sort: 'updateTime' } }),
      expect: {
        status: 200,
        check: async (answer, scene) => {
          const first = await scene.call('list', 'viewer', { query: { page: 1, pageSize: 10, sort: 'updateTime' } });
          assert.ok(!records(first).some((record) => has(answer, record)));
        },
      },
    },
    ...sortCases(kind),
    ...filterCases(kind),
  ];
}

function sortCases(kind: Kind): Case[] {
  const orders = kind.ops.list.parameters.find(({ name }) => name === 'sort')?.schema.enum ?? [];
  return orders.map((sort) => ({
    kind,
    operationId: kind.ops.list.id,
    name: `sorts by ${sort}`,
    needs: { as: 'viewer' },
    request: () => ({ query: { sort, pageSize: 100 } }),
    expect: {
      status: 200,
      check: (answer) => {
        const column = sort.replace('-', '');
        // Names sort by the database's collation, which is nobody else's to judge.
        if (!['code', 'createTime', 'updateTime'].includes(column)) return;
        const values = records(answer).map((record) => String(record[column]));
        const ordered = values.toSorted();
        assert.deepEqual(values, sort.startsWith('-') ? ordered.reverse() : ordered);
      },
    },
  }));
}

function filterCases(kind: Kind): Case[] {
  const filters = kind.ops.list.parameters.filter(({ in: place, name }) => place === 'query' && !common.includes(name));
  return filters.map(({ name }) => ({
    kind,
    operationId: kind.ops.list.id,
    name: `filters by ${name}`,
    needs: { as: 'viewer', record: 'pending' },
    request: ({ record }) => ({ query: { [name]: String(record[name]), sort: '-createTime' } }),
    expect: {
      status: 200,
      check: (answer, scene) => {
        findsIt(answer, scene);
        const values = records(answer).map((record) => String(record[name]));
        assert.ok(values.every((value) => value.includes(String(scene.record[name]))));
      },
    },
  }));
}

function records(answer: Answer): RecordData[] {
  return (answer.data.items ?? []) as RecordData[]; // Cast: validated against the list's schema before.
}

function has(answer: Answer, { id }: { id: number }): boolean {
  return records(answer).some((record) => record.id === id);
}

function findsIt(answer: Answer, { record }: { record: RecordData }): void {
  assert.ok(has(answer, record), `${record.code} is not among the items`);
}
