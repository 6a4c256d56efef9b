import assert from 'node:assert/strict';
import type { Case } from '../suite/case.ts';
import type { Answer } from '../suite/client.ts';
import type { ChangeData } from '../suite/data.ts';
import type { Kind } from '../suite/kind.ts';

export function readCases(kind: Kind): Case[] {
  const get = { kind, operationId: kind.ops.get.id };
  const history = { kind, operationId: kind.ops.history.id };
  const references = { kind, operationId: kind.ops.references.id };
  return [
    {
      ...get,
      name: 'returns the version as ETag',
      needs: { as: 'viewer', record: 'approved', shared: true },
      request: ({ record }) => ({ params: { id: record.id } }),
      expect: {
        status: 200,
        check: ({ data, headers }, { record }) => {
          assert.equal(headers.get('etag'), `"${record.version}"`);
          assert.deepEqual(data.record, record);
          assert.equal(data.ownWork, false);
        },
      },
    },
    {
      ...get,
      name: 'tells the author that it is own work',
      needs: { as: 'editor', record: 'pending', shared: true },
      request: ({ record }) => ({ params: { id: record.id } }),
      expect: { status: 200, check: ({ data }) => assert.equal(data.ownWork, kind.review !== 'none') },
    },
    {
      ...get,
      name: 'answers 404 for a deleted record',
      needs: { as: 'viewer', record: 'deleted', shared: true },
      request: ({ record }) => ({ params: { id: record.id } }),
      expect: { status: 404, key: 'notFound' },
    },
    {
      ...history,
      name: 'lists every change, newest first',
      needs: { as: 'viewer', record: 'active', shared: true },
      request: ({ record }) => ({ params: { id: record.id } }),
      expect: {
        status: 200,
        check: (answer, scene) => {
          const [activated, approved, created] = changes(answer);
          assert.deepEqual([activated?.action, approved?.action, created?.action], ['activate', 'approve', 'create']);
          assert.deepEqual(
            [created?.actor, approved?.actor],
            ['editor', 'reviewer'].map((role) => scene.username(role)),
          );
          assert.equal(created?.before, null);
          assert.deepEqual([approved?.before?.status, approved?.after?.status], ['pending', 'approved']);
          assert.deepEqual([answer.data.total, answer.data.nextCursor], [3, null]);
        },
      },
    },
    {
      ...history,
      name: 'continues from a cursor',
      needs: { as: 'viewer', record: 'active', shared: true },
      request: async (scene) => {
        const params = { id: scene.record.id };
        const first = await scene.call('history', 'viewer', { params, query: { limit: 1 } });
        assert.equal(changes(first)[0]?.action, 'activate');
        return { params, query: { limit: 1, cursor: first.data.nextCursor ?? 'none' } };
      },
      expect: {
        status: 200,
        check: (answer) => {
          assert.deepEqual(
            changes(answer).map(({ action }) => action),
            ['approve'],
          );
          assert.ok(answer.data.nextCursor, 'there is more');
        },
      },
    },
    {
      ...history,
      name: 'answers for a deleted record',
      needs: { as: 'viewer', record: 'deleted', shared: true },
      request: ({ record }) => ({ params: { id: record.id } }),
      expect: {
        status: 200,
        check: (answer) => assert.deepEqual([changes(answer)[0]?.action, changes(answer)[0]?.after], ['delete', null]),
      },
    },
    {
      ...history,
      name: 'repeats the reason of a rejection',
      needs: { as: 'viewer', record: 'rejected', shared: true },
      request: ({ record }) => ({ params: { id: record.id } }),
      expect: { status: 200, check: (answer) => assert.equal(changes(answer)[0]?.reason, 'not yet complete') },
    },
    ...(kind.review === 'none' ? [] : [proposerCase(kind)]),
    {
      ...references,
      name: 'lists no references to a new record',
      needs: { as: 'viewer', record: 'pending', shared: true },
      request: ({ record }) => ({ params: { id: record.id } }),
      expect: { status: 200, check: ({ data }) => assert.deepEqual(data, { total: 0, totals: {}, items: [] }) },
    },
  ];
}

function proposerCase(kind: Kind): Case {
  return {
    kind,
    operationId: kind.ops.history.id,
    name: 'names who proposed a change',
    needs: { as: 'viewer', record: 'update proposed' },
    request: async (scene) => {
      await scene.call('decide', 'reviewer', { ...scene.atProposal, body: { decision: 'approve' } });
      return { params: { id: scene.record.id } };
    },
    expect: {
      status: 200,
      check: (answer, scene) => {
        const [change] = changes(answer);
        assert.equal(change?.action, 'update');
        assert.equal(change?.actor, scene.username('reviewer'));
        assert.equal(change?.proposer, scene.username('editor'));
      },
    },
  };
}

function changes(answer: Answer): ChangeData[] {
  return (answer.data.items ?? []) as ChangeData[]; // Cast: validated against the history's schema before.
}
