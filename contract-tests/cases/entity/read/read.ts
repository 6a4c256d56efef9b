import assert from 'node:assert/strict';
import type { Case } from '../../../suite/case.ts';
import type { TestedEntity } from '../../../suite/records/tested-entity.ts';
import type { ApiResponse } from '../../../suite/requests/client.ts';
import type { ChangeData } from '../../../suite/requests/response-data.ts';

export function readCases(entity: TestedEntity): Case[] {
  const get = { entity, operationId: entity.operations.get.id };
  const history = { entity, operationId: entity.operations.history.id };
  const references = { entity, operationId: entity.operations.references.id };
  return [
    {
      ...get,
      name: 'returns the version as ETag',
      needs: { role: 'viewer', recordState: 'approved', leavesRecordUnchanged: true },
      request: ({ record }) => ({ params: { id: record.id } }),
      expect: {
        status: 200,
        check: ({ data, headers }, { record }) => {
          assert.equal(headers.get('etag'), `"${record.version}"`);
          assert.deepEqual(data.record, record);
          assert.equal(data.ownWork, false, '/data/ownWork');
        },
      },
    },
    {
      ...get,
      name: 'marks the record as the author’s own work',
      needs: { role: 'editor', recordState: 'pending', leavesRecordUnchanged: true },
      request: ({ record }) => ({ params: { id: record.id } }),
      expect: { status: 200, check: ({ data }) => assert.equal(data.ownWork, entity.review !== 'none') },
    },
    {
      ...get,
      name: 'returns 404 for a deleted record',
      needs: { role: 'viewer', recordState: 'deleted', leavesRecordUnchanged: true },
      request: ({ record }) => ({ params: { id: record.id } }),
      expect: { status: 404, key: 'notFound' },
    },
    {
      ...history,
      name: 'lists every change, newest first',
      needs: { role: 'viewer', recordState: 'active', leavesRecordUnchanged: true },
      request: ({ record }) => ({ params: { id: record.id } }),
      expect: {
        status: 200,
        check: (response, context) => {
          const [activated, approved, created] = changes(response);
          assert.deepEqual([activated?.action, approved?.action, created?.action], ['activate', 'approve', 'create']);
          assert.deepEqual(
            [created?.actor, approved?.actor],
            ['editor', 'reviewer'].map((role) => context.username(role)),
          );
          assert.equal(created?.before, null);
          assert.deepEqual([approved?.before?.status, approved?.after?.status], ['pending', 'approved']);
          assert.deepEqual([response.data.total, response.data.nextCursor], [3, null]);
        },
      },
    },
    {
      ...history,
      name: 'continues from a cursor',
      needs: { role: 'viewer', recordState: 'active', leavesRecordUnchanged: true },
      request: async (context) => {
        const params = { id: context.record.id };
        const first = await context.call('history', 'viewer', { params, query: { limit: 1 } });
        assert.equal(changes(first)[0]?.action, 'activate');
        return { params, query: { limit: 1, cursor: first.data.nextCursor ?? 'none' } };
      },
      expect: {
        status: 200,
        check: (response) => {
          assert.deepEqual(
            changes(response).map(({ action }) => action),
            ['approve'],
          );
          assert.ok(response.data.nextCursor, 'there are more changes');
        },
      },
    },
    {
      ...history,
      name: 'returns the history of a deleted record',
      needs: { role: 'viewer', recordState: 'deleted', leavesRecordUnchanged: true },
      request: ({ record }) => ({ params: { id: record.id } }),
      expect: {
        status: 200,
        check: (response) =>
          assert.deepEqual([changes(response)[0]?.action, changes(response)[0]?.after], ['delete', null]),
      },
    },
    {
      ...history,
      name: 'includes the reason for a rejection',
      needs: { role: 'viewer', recordState: 'rejected', leavesRecordUnchanged: true },
      request: ({ record }) => ({ params: { id: record.id } }),
      expect: { status: 200, check: (response) => assert.equal(changes(response)[0]?.reason, 'not yet complete') },
    },
    ...(entity.review === 'none' ? [] : [proposerCase(entity)]),
    {
      ...references,
      name: 'lists no references to a new record',
      needs: { role: 'viewer', recordState: 'pending', leavesRecordUnchanged: true },
      request: ({ record }) => ({ params: { id: record.id } }),
      expect: { status: 200, check: ({ data }) => assert.deepEqual(data, { total: 0, totals: {}, items: [] }) },
    },
  ];
}

function proposerCase(entity: TestedEntity): Case {
  return {
    entity,
    operationId: entity.operations.history.id,
    name: 'names the proposer of a change',
    needs: { role: 'viewer', recordState: 'update proposed' },
    request: async (context) => {
      await context.call('decide', 'reviewer', { ...context.proposalTarget, body: { decision: 'approve' } });
      return { params: { id: context.record.id } };
    },
    expect: {
      status: 200,
      check: (response, context) => {
        const [change] = changes(response);
        assert.equal(change?.action, 'update');
        assert.equal(change?.actor, context.username('reviewer'));
        assert.equal(change?.proposer, context.username('editor'));
      },
    },
  };
}

function changes(response: ApiResponse): ChangeData[] {
  return (response.data.items ?? []) as ChangeData[]; // Cast: validated against the history's schema before.
}
