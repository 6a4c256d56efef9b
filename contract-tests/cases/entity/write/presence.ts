import assert from 'node:assert/strict';
import type { Case } from '../../../suite/case.ts';
import type { CaseContext } from '../../../suite/case-context.ts';
import type { TestedEntity } from '../../../suite/records/tested-entity.ts';
import type { ApiResponse } from '../../../suite/requests/client.ts';
import { unknownId } from '../../../suite/values/harmless-request.ts';

interface PresenceData {
  record: { version: number } | null;
  editors: { name: string }[];
}

const presenceIn = ({ data }: ApiResponse) => data as unknown as PresenceData; // Cast: validated against the contract before.
const targetOf = ({ entity, record }: CaseContext) => ({ entity: entity.tag, id: record.id });

/** Makes the editor edit the record of the case. */
const renewAsEditor = (context: CaseContext) =>
  context.backend.call(context.backend.operation('renewPresence'), 'editor', { body: targetOf(context) });

/** Tests who is told to edit a record, which does not depend on the entity. */
export const presenceCases = (entity: TestedEntity): Case[] =>
  [...renewalCases(entity), endsOneOfTwoForms(entity), ...readCases(entity)].map((testCase) => ({
    ...testCase,
    entity,
    equivalenceKey: `${testCase.operationId} ${testCase.name.replaceAll(entity.tag, 'record')}`,
  }));

const onRecord = (role: string) => ({ role, recordState: 'pending' as const, leavesRecordUnchanged: true });

function renewalCases({ tag }: TestedEntity): Case[] {
  return [
    {
      operationId: 'renewPresence',
      name: `accepts that an editor edits a ${tag}`,
      needs: onRecord('editor'),
      request: (context) => ({ body: targetOf(context) }),
      expect: { status: 200 },
    },
    {
      operationId: 'renewPresence',
      name: `does not find a ${tag} that does not exist`,
      needs: { role: 'editor' },
      request: () => ({ body: { entity: tag, id: unknownId } }),
      expect: { status: 404, key: 'notFound' },
    },
    {
      operationId: 'renewPresence',
      name: `is refused to users who may not update a ${tag}`,
      needs: { role: { without: `${tag}:update` } },
      request: () => ({ body: { entity: tag, id: unknownId } }),
      expect: { status: 403, key: 'forbidden', permission: `${tag}:update` },
    },
    {
      operationId: 'endPresence',
      name: `ends that an editor edits a ${tag}`,
      needs: onRecord('editor'),
      request: async (context) => {
        await renewAsEditor(context);
        return { query: targetOf(context) };
      },
      expect: {
        status: 200,
        check: async (_, context) => {
          const { backend } = context;
          const query = targetOf(context);
          const response = await backend.call(backend.operation('getPresence'), 'viewer', { query });
          assert.deepEqual(presenceIn(response).editors, []);
        },
      },
    },
  ];
}

/** Makes two forms of the editor's session edit the record, and one of them end. */
const endsOneOfTwoForms = ({ tag }: TestedEntity): Case => ({
  operationId: 'endPresence',
  name: `ends one of two forms that edit a ${tag}`,
  needs: onRecord('editor'),
  request: async (context) => {
    const { backend } = context;
    for (const form of [1, 2])
      await backend.call(backend.operation('renewPresence'), 'editor', { body: { ...targetOf(context), form } });
    return { query: { ...targetOf(context), form: 1 } };
  },
  expect: {
    status: 200,
    check: async (_, context) => {
      const { backend } = context;
      const query = targetOf(context);
      const response = await backend.call(backend.operation('getPresence'), 'viewer', { query });
      assert.equal(presenceIn(response).editors.length, 1);
    },
  },
});

function readCases({ tag }: TestedEntity): Case[] {
  return [
    {
      operationId: 'getPresence',
      name: `names who edits a ${tag}, and its version`,
      needs: onRecord('viewer'),
      request: async (context) => {
        await renewAsEditor(context);
        return { query: targetOf(context) };
      },
      expect: {
        status: 200,
        check: (response, context) => {
          const { record, editors } = presenceIn(response);
          assert.equal(record?.version, context.record.version);
          assert.deepEqual(
            editors.map(({ name }) => name),
            [context.username('editor')],
          );
        },
      },
    },
    {
      operationId: 'getPresence',
      name: `does not name the caller as an editor of a ${tag}`,
      needs: onRecord('editor'),
      request: async (context) => {
        await renewAsEditor(context);
        return { query: targetOf(context) };
      },
      expect: { status: 200, check: (response) => assert.deepEqual(presenceIn(response).editors, []) },
    },
    {
      operationId: 'getPresence',
      name: `returns no state of a ${tag} that does not exist`,
      needs: { role: 'viewer' },
      request: () => ({ query: { entity: tag, id: unknownId } }),
      expect: {
        status: 200,
        check: (response) => {
          const { record, editors } = presenceIn(response);
          assert.deepEqual({ record, editors }, { record: null, editors: [] });
        },
      },
    },
    {
      operationId: 'streamPresence',
      name: `sends the version of a ${tag} at once`,
      needs: onRecord('viewer'),
      request: (context) => ({ query: targetOf(context) }),
      expect: { status: 200, check: ({ body }) => assert.match(String(body), /data: \{"record":\{"version":\d/) },
    },
    ...['getPresence', 'streamPresence'].map(
      (operationId): Case => ({
        operationId,
        name: `is refused to users who may not read a ${tag}`,
        needs: { role: { without: `${tag}:read` } },
        request: () => ({ query: { entity: tag, id: unknownId } }),
        expect: { status: 403, key: 'forbidden', permission: `${tag}:read` },
      }),
    ),
  ];
}
