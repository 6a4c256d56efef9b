import assert from 'node:assert/strict';
import type { Case } from '../../../suite/case.ts';
import type { TestedEntity } from '../../../suite/records/tested-entity.ts';
import type { RecordData } from '../../../suite/requests/response-data.ts';
import { assertListed, includesRecord, recordsIn } from './listed-records.ts';

export function listCases(entity: TestedEntity): Case[] {
  const base = { entity, operationId: entity.operations.list.id };
  const viewer = { role: 'viewer' };
  return [
    {
      ...base,
      name: 'returns the first twenty records by default',
      needs: viewer,
      request: () => ({}),
      expect: {
        status: 200,
        check: ({ data }) => {
          assert.deepEqual([data.page, data.pageSize], [1, 20]);
          assert.ok((data.items?.length ?? 0) <= 20, 'a page has at most 20 items');
          const total = Object.values(data.counts ?? {}).reduce((sum, count) => sum + count, 0);
          assert.equal(total, data.total, 'counts add up to total');
        },
      },
    },
    {
      ...base,
      name: 'counts records per status with all other filters applied',
      needs: { ...viewer, recordState: 'pending', leavesRecordUnchanged: true },
      request: ({ record }) => ({ query: { status: 'active', q: searchText(entity, record) } }),
      expect: {
        status: 200,
        check: (response, { record }) => {
          assert.ok(
            recordsIn(response).every(({ status }) => status === 'active'),
            'every item is active',
          );
          assert.ok(!includesRecord(response, record), 'a record that is not active is left out');
          assert.ok((response.data.counts?.pending ?? 0) >= 1, 'the pending record is counted');
        },
      },
    },
    {
      ...base,
      name: 'filters by status',
      needs: { ...viewer, recordState: 'pending', leavesRecordUnchanged: true },
      request: () => ({ query: { status: 'pending', sort: '-createTime' } }),
      expect: { status: 200, check: assertListed },
    },
    {
      ...base,
      name: 'searches by free text',
      needs: { ...viewer, recordState: 'pending', leavesRecordUnchanged: true },
      request: ({ record }) => ({ query: { q: searchText(entity, record) } }),
      expect: {
        status: 200,
        check: (response, { record }) =>
          assert.equal(recordsIn(response)[0]?.id, record.id, 'the best match comes first'),
      },
    },
    {
      ...base,
      name: 'marks the records that the caller has written',
      needs: { role: 'editor', recordState: 'pending', leavesRecordUnchanged: true },
      request: ({ record }) => ({ query: { q: searchText(entity, record) } }),
      expect: {
        status: 200,
        // others of the same author may match the text, too
        check: ({ data }, { record }) =>
          assert.ok(
            (data.ownWork as number[]).includes(record.id) === (entity.review !== 'none'), // Cast: validated before.
            `/data/ownWork: ${entity.review === 'none' ? 'it has not' : 'it has'} the id ${record.id}`,
          ),
      },
    },
    {
      ...base,
      name: 'returns an empty page after the last one',
      needs: viewer,
      request: () => ({ query: { page: 1_000_000, pageSize: 100 } }),
      expect: { status: 200, check: ({ data }) => assert.deepEqual(data.items, []) },
    },
    {
      ...base,
      name: 'returns every record on exactly one page',
      needs: { ...viewer, recordState: 'pending', leavesRecordUnchanged: true },
      request: () => ({ query: { page: 2, pageSize: 10, sort: 'updateTime' } }),
      expect: {
        status: 200,
        check: async (response, context) => {
          const first = await context.call('list', 'viewer', { query: { page: 1, pageSize: 10, sort: 'updateTime' } });
          assert.ok(
            !recordsIn(first).some((record) => includesRecord(response, record)),
            'no record stands on both pages',
          );
        },
      },
    },
    ...(entity.review === 'none' ? [] : listedProposalCases(entity)),
  ];
}

function searchText(entity: TestedEntity, record: RecordData): string {
  return String(record[entity.searchField]);
}

function listedProposalCases(entity: TestedEntity): Case[] {
  const base = { entity, operationId: entity.operations.list.id };
  const viewer = { role: 'viewer' };
  return [
    {
      ...base,
      name: 'searches by free text in records with a proposed change',
      needs: { ...viewer, recordState: 'update proposed', leavesRecordUnchanged: true },
      request: ({ record }) => ({ query: { q: searchText(entity, record) } }),
      expect: { status: 200, check: assertListed },
    },
    {
      ...base,
      name: 'marks open proposals',
      needs: { ...viewer, recordState: 'update proposed', leavesRecordUnchanged: true },
      request: () => ({ query: { sort: '-createTime' } }),
      expect: {
        status: 200,
        check: (response, context) => {
          const proposalMark = response.data.proposals?.find(({ id }) => id === context.record.id);
          assert.equal(proposalMark?.by, context.username('editor'));
          assert.deepEqual(response.data.ownWork, [], 'the viewer has written none of it');
        },
      },
    },
  ];
}
