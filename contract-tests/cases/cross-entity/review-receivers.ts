import assert from 'node:assert/strict';
import type { Case } from '../../suite/case.ts';
import type { TestedEntity } from '../../suite/records/tested-entity.ts';
import type { RecordData } from '../../suite/requests/response-data.ts';
import { until } from '../../suite/until.ts';

interface Receiver {
  active: boolean;
  filter: { statuses?: string[]; countries?: string[] } | null;
}

/** Tests how many subscribers are said to receive what waits. */
export function receiverCases(entities: TestedEntity[]): Case[] {
  const [entity] = entities;
  if (!entity || entity.review === 'none') return [];
  const base = { entity, operationId: 'getReviewReceivers' };
  const query = ({ id }: RecordData) => ({ entity: entity.tag, id });
  const pending = { recordState: 'pending' as const, leavesRecordUnchanged: true };
  return [
    {
      ...base,
      name: 'counts the active subscribers that receive the approved record, but none whose filter it does not pass',
      needs: { role: 'viewer', ...pending },
      request: async ({ backend, record }) => {
        const { subscribers } = backend;
        const filters = [{}, { filter: { statuses: ['approved'] } }, { filter: { statuses: ['rejected'] } }];
        for (const part of filters)
          await subscribers.create({ url: null, entities: [entity.tag], active: true, ...part });
        await subscribers.create({ url: null, entities: [entity.tag], active: false });
        return { query: query(record) };
      },
      expect: {
        status: 200,
        check: (_, context) =>
          until(async () => {
            const { backend, record } = context;
            const { data } = await backend.call(backend.operation('getReviewReceivers'), 'viewer', {
              query: query(record),
            });
            const listed = await backend.call(backend.operation('listSubscribers'), 'admin', {
              query: { entity: entity.tag, pageSize: 100 },
            });
            const { items, total } = listed.data as unknown as { items: Receiver[]; total: number }; // Cast: validated by its own cases.
            if (total > items.length) return;
            const takesStatus = items.filter(
              ({ active, filter }) =>
                active && (filter?.statuses ?? ['pending']).some((status) => ['pending', 'approved'].includes(status)),
            );
            const takesAnyCountry = takesStatus.filter(({ filter }) => !filter?.countries);
            const receivers = Number(Object(data).receivers);
            assert.ok(takesAnyCountry.length >= 2, 'two were created');
            assert.ok(
              receivers >= takesAnyCountry.length && receivers <= takesStatus.length,
              `${receivers} of ${takesAnyCountry.length} to ${takesStatus.length}`,
            );
          }),
      },
    },
    {
      ...base,
      name: `refuses to count for users who may not read ${entity.tag}`,
      needs: { role: { without: `${entity.tag}:read` }, ...pending },
      request: ({ record }) => ({ query: query(record) }),
      expect: { status: 403, key: 'forbidden', permission: `${entity.tag}:read` },
    },
    {
      ...base,
      name: 'does not find a record that is not there',
      needs: { role: 'viewer' },
      request: () => ({ query: { entity: entity.tag, id: 4294967295 } }),
      expect: { status: 404, key: 'notFound' },
    },
  ];
}

/** Tests the order of the list over all kinds. */
export function reviewOrderCases(): Case[] {
  return [
    {
      operationId: 'listReviews',
      name: 'lists one kind after the other on request, the oldest of each first',
      needs: { role: 'reviewer' },
      request: () => ({ query: { order: 'entity', pageSize: 100 } }),
      expect: {
        status: 200,
        check: ({ data }, { backend }) => {
          const items = data.items as unknown as { entity: string; time: string }[]; // Cast: validated before.
          const kinds = backend.contract.components.schemas.Entity?.enum ?? [];
          const positions = items.map(({ entity, time }) => `${kinds.indexOf(entity)} ${time}`);
          assert.deepEqual(positions, positions.toSorted());
        },
      },
    },
  ];
}
