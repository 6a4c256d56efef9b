import assert from 'node:assert/strict';
import type { Case } from '../../../suite/case.ts';
import { bulkChangeOf, onlyThis, waitForEnd } from '../../../suite/features/bulk-changes.ts';
import type { TestedEntity } from '../../../suite/records/tested-entity.ts';
import type { ApiResponse } from '../../../suite/requests/client.ts';
import type { BulkOutcomeData, RecordData } from '../../../suite/requests/response-data.ts';
import { unknownId } from '../../../suite/values/harmless-request.ts';

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

/** Actions on all records that match a list. */
export function bulkMatchingCases(entity: TestedEntity): Case[] {
  const base = { entity, operationId: entity.operations.bulkMatching.id };
  const needs = { role: 'reviewer', recordState: 'approved' as const };
  return [
    {
      ...base,
      name: 'activates what matches, and reports it',
      needs,
      request: (context) => ({ query: onlyThis(context), body: { action: 'activate', total: 1 } }),
      expect: {
        status: 202,
        check: async (response, context) => {
          const report = await waitForEnd(context, bulkChangeOf(response).id);
          const { status, total, done, left } = report;
          assert.deepEqual({ status, total, done, left }, { status: 'done', total: 1, done: 1, left: 0 });
          const { data } = await context.call('get', 'viewer', { params: { id: context.record.id } });
          assert.deepEqual([data.record?.status, data.record?.version], ['active', context.record.version + 1]);
        },
      },
    },
    {
      ...base,
      name: 'leaves what is in another status, and names it',
      needs: { ...needs, recordState: 'pending' },
      request: (context) => ({ query: onlyThis(context), body: { action: 'deactivate', total: 1 } }),
      expect: {
        status: 202,
        check: async (response, context) => {
          const { done, left, causes } = await waitForEnd(context, bulkChangeOf(response).id);
          assert.deepEqual({ done, left }, { done: 0, left: 1 });
          assert.deepEqual(
            causes.map(({ cause, records }) => [cause, records.map(({ id }) => id)]),
            [['otherStatus', [context.record.id]]],
          );
        },
      },
    },
    {
      ...base,
      name: 'asks for a reason to reject',
      needs: { ...needs, leavesRecordUnchanged: true },
      request: (context) => ({ query: onlyThis(context), body: { action: 'reject', total: 1 } }),
      expect: { status: 422, key: 'validationError', fields: ['/reason reasonRequired'] },
    },
    {
      ...base,
      name: 'refuses where not as many match as were seen',
      needs: { ...needs, leavesRecordUnchanged: true },
      request: (context) => ({ query: onlyThis(context), body: { action: 'activate', total: 2 } }),
      expect: { status: 409, key: 'matchesChanged' },
    },
    {
      ...base,
      name: 'refuses where nothing matches',
      needs: { role: 'reviewer' },
      request: () => ({ query: { updatedTo: '2000-01-01T00:00:00Z' }, body: { action: 'activate', total: 1 } }),
      expect: { status: 409, key: 'nothingMatches' },
    },
  ];
}

function toBulkItem({ id, version }: RecordData): { id: number; version: number } {
  return { id, version };
}

function outcomes(response: ApiResponse): BulkOutcomeData[] {
  return (response.data.items ?? []) as BulkOutcomeData[]; // Cast: validated against the bulk answer's schema before.
}
