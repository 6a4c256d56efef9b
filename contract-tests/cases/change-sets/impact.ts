import assert from 'node:assert/strict';
import type { Case } from '../../suite/case.ts';
import { setAfter } from '../../suite/features/change-sets.ts';
import type { TestedEntity } from '../../suite/records/tested-entity.ts';
import type { RecordData } from '../../suite/requests/response-data.ts';

/** Tests what the release of a change set and the approval of a record are said to touch. */
export function impactCases(entities: TestedEntity[]): Case[] {
  const entity = entities.find(({ review }) => review !== 'none');
  return entity ? [...setImpactCases(entity), ...reviewImpactCases(entity)] : [];
}

function setImpactCases(entity: TestedEntity): Case[] {
  const operationId = 'getChangeSetImpact';
  const active = { recordState: 'active' as const, leavesRecordUnchanged: true };
  return [
    {
      entity,
      operationId,
      name: 'tells what the release would touch, and writes nothing',
      needs: { role: 'viewer', ...active },
      request: async (context) => ({ params: { id: (await setAfter()(context)).id } }),
      expect: {
        status: 200,
        check: async ({ data }, context) => {
          const { referrers, subscribers } = Object(Object(data).impact);
          assert.deepEqual([referrers, typeof subscribers.total], [{ total: 0, totals: {} }, 'number']);
          const current = await context.call('get', 'viewer', { params: { id: context.record.id } });
          assert.equal(current.data.record?.version, context.record.version);
        },
      },
    },
    {
      entity,
      operationId,
      name: 'is hidden from who may not read a kind in it',
      needs: { role: { without: `${entity.tag}:read` }, ...active },
      request: async (context) => ({ params: { id: (await setAfter()(context)).id } }),
      expect: { status: 404, key: 'notFound' },
    },
    {
      entity,
      operationId,
      name: 'is not told of a set that was withdrawn',
      needs: { role: 'viewer', ...active },
      request: async (context) => ({ params: { id: (await setAfter('withdraw')(context)).id } }),
      expect: { status: 409, key: 'invalidTransition' },
    },
  ];
}

function reviewImpactCases(entity: TestedEntity): Case[] {
  const operationId = 'getReviewImpact';
  const query = ({ id }: RecordData) => ({ entity: entity.tag, id });
  const pending = { recordState: 'pending' as const, leavesRecordUnchanged: true };
  return [
    {
      entity,
      operationId,
      name: 'tells what the approval of a pending record would touch, and does not approve it',
      needs: { role: 'viewer', ...pending },
      request: ({ record }) => ({ query: query(record) }),
      expect: {
        status: 200,
        check: async ({ data }, context) => {
          assert.deepEqual(Object(Object(data).impact).referenceVersions, { total: 0, totals: {} });
          const current = await context.call('get', 'viewer', { params: { id: context.record.id } });
          assert.equal(current.data.record?.status, 'pending');
        },
      },
    },
    {
      entity,
      operationId,
      name: `refuses users who may not read ${entity.tag}`,
      needs: { role: { without: `${entity.tag}:read` }, ...pending },
      request: ({ record }) => ({ query: query(record) }),
      expect: { status: 403, key: 'forbidden', permission: `${entity.tag}:read` },
    },
    {
      entity,
      operationId,
      name: 'finds nothing where nothing waits',
      needs: { role: 'viewer', recordState: 'active', leavesRecordUnchanged: true },
      request: ({ record }) => ({ query: query(record) }),
      expect: { status: 404, key: 'notFound' },
    },
  ];
}
