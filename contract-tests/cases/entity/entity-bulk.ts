import assert from 'node:assert/strict';
import type { Case } from '../../suite/case.ts';
import type { ApiResponse } from '../../suite/client.ts';
import type { BulkOutcomeData, RecordData } from '../../suite/response-data.ts';
import type { TestedEntity } from '../../suite/tested-entity.ts';
import { unknownId } from '../../suite/values/harmless-request.ts';

export function bulkCases(entity: TestedEntity): Case[] {
  const base = { entity, operationId: entity.operations.bulk.id };
  return [
    {
      ...base,
      name: 'activates the records that can be activated and reports the others',
      needs: { role: 'reviewer', recordState: 'approved' },
      request: async (context) => ({
        body: { action: 'activate', items: [context.record, await context.createOther('pending')].map(toBulkItem) },
      }),
      expect: {
        status: 200,
        check: (response, { record }) => {
          const [first, second] = outcomes(response);
          assert.deepEqual([first?.id, first?.code, second?.code], [record.id, 200, 409]);
          assert.equal(first?.data?.record?.status, 'active');
          assert.equal(second?.data?.key, 'invalidTransition');
          assert.ok(second?.message, 'the outcome has a message');
        },
      },
    },
    {
      ...base,
      name: 'reports deleted, proposed, missing and refused records in one response',
      needs: { role: 'editor', recordState: 'pending' },
      request: async (context) => {
        const staleItem = await context.createOther('pending');
        await context.records.update(entity, staleItem, 'editor');
        const items = [context.record, await context.createOther('active'), staleItem].map(toBulkItem);
        return { body: { action: 'delete', items: [...items, { id: unknownId, version: 1 }] } };
      },
      expect: {
        status: 200,
        check: (response) => {
          const [deleted, active, stale, unknown] = outcomes(response);
          assert.deepEqual([deleted?.code, stale?.code, unknown?.code], [200, 412, 404]);
          assert.equal(stale?.data?.key, 'versionConflict');
          if (entity.review === 'none') assert.equal(active?.code, 200, 'without review it is deleted at once');
          else assert.deepEqual([active?.code, active?.data?.proposal?.action], [202, 'delete']);
        },
      },
    },
    {
      ...base,
      name: entity.review === 'none' ? 'lets anybody approve' : 'lets nobody approve their own work',
      needs: { role: 'admin', recordState: 'pending' },
      request: async (context) => ({
        body: {
          action: 'approve',
          items: [context.record, await context.createOther('pending', 'admin')].map(toBulkItem),
        },
      }),
      expect: {
        status: 200,
        check: (response) => {
          const [otherRecord, ownRecord] = outcomes(response);
          const expectedOutcomes = entity.review === 'none' ? [200, 200, undefined] : [200, 409, 'secondPerson'];
          assert.deepEqual([otherRecord?.code, ownRecord?.code, ownRecord?.data?.key], expectedOutcomes);
        },
      },
    },
  ];
}

function toBulkItem({ id, version }: RecordData): { id: number; version: number } {
  return { id, version };
}

function outcomes(response: ApiResponse): BulkOutcomeData[] {
  return (response.data.items ?? []) as BulkOutcomeData[]; // Cast: validated against the bulk answer's schema before.
}
