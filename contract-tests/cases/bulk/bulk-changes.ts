import assert from 'node:assert/strict';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import { bulkChangeOf, startBulkChange, waitForEnd } from '../../suite/features/bulk-changes.ts';
import type { TestedEntity } from '../../suite/records/tested-entity.ts';

/** The report and the end of an action on all records that match a list; the cases of an entity test its start. */
export function bulkChangeCases([entity]: TestedEntity[]): Case[] {
  if (!entity) return [];
  const needs = { role: 'reviewer', recordState: 'approved' as const };
  const ended = async (context: CaseContext) => {
    const { id } = await startBulkChange(context);
    await waitForEnd(context, id);
    return { params: { id } };
  };
  const otherTask = async ({ backend }: CaseContext) => {
    const { data } = await backend.call(backend.operation('createTask'), 'admin', {
      body: { kind: 'snapshot', entities: ['cabin'] },
    });
    const { id } = (data as unknown as { task: { id: number } }).task; // Cast: validated.
    await backend.subscribers.waitForTask(id, 'done');
    return { params: { id } };
  };
  const base = { entity, needs, request: ended };
  return [
    {
      ...base,
      operationId: 'getBulkChange',
      name: 'reports what was changed',
      expect: {
        status: 200,
        check: (response) => {
          const { status, done, left } = bulkChangeOf(response);
          assert.deepEqual({ status, done, left }, { status: 'done', done: 1, left: 0 });
        },
      },
    },
    ...['getBulkChange', 'exportLeftRecords'].map(
      (operationId): Case => ({
        ...base,
        operationId,
        name: 'hides a task that is none',
        request: otherTask,
        expect: { status: 404, key: 'notFound' },
      }),
    ),
    {
      ...base,
      operationId: 'listBulkChanges',
      name: 'lists none that has ended',
      request: async (context) => {
        await ended(context);
        return {};
      },
      expect: { status: 200, check: ({ data }) => assert.deepEqual(data.items, []) },
    },
    {
      ...base,
      operationId: 'exportLeftRecords',
      name: 'returns what was left with its cause',
      request: async (context) => {
        const { params } = await ended(context);
        return { params, query: { language: 'en' } };
      },
      expect: { status: 200, check: ({ body }) => assert.match(String(body), /"cause"/) },
    },
    {
      ...base,
      operationId: 'cancelBulkChange',
      name: 'refuses to stop one that has ended',
      expect: { status: 409, key: 'invalidTransition' },
    },
    {
      ...base,
      operationId: 'cancelBulkChange',
      name: 'lets nobody else stop it',
      needs: { ...needs, role: 'viewer' },
      expect: { status: 403, key: 'forbidden', permission: 'task:cancel' },
    },
  ];
}
