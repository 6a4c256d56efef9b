import assert from 'node:assert/strict';
import type { Case } from '../../suite/case.ts';
import {
  type ChangeSetData,
  changeSetIn,
  type PrepareSet,
  setAfter,
  targetOf,
} from '../../suite/features/change-sets.ts';
import type { TestedEntity } from '../../suite/records/tested-entity.ts';
import { parseNdjson } from '../../suite/requests/files.ts';
import type { LogEntryData } from '../../suite/requests/response-data.ts';
import { type OnRecord, transitionCases } from './change-set-transitions.ts';
import { datedChangeCases } from './dated-changes.ts';
import { datedSetCases } from './dated-sets.ts';

const editor = { role: 'editor' };

/** Tests change sets as a whole: their lists, titles and life. */
export function changeSetCases([entity]: TestedEntity[]): Case[] {
  if (!entity) return [];
  const onRecord = (role: string) => ({
    entity,
    needs: { role, recordState: 'active' as const, leavesRecordUnchanged: true },
  });
  return [
    ...readCases(entity, onRecord),
    ...renameCases(onRecord),
    ...transitionCases(entity, onRecord),
    ...datedSetCases(entity, onRecord),
    ...datedChangeCases(entity, onRecord),
    ...logCases(entity),
  ];
}

const readCases = (entity: TestedEntity, onRecord: OnRecord): Case[] => [
  {
    operationId: 'createChangeSet',
    name: 'begins an open set without items',
    needs: editor,
    request: ({ backend }) => ({ body: backend.changeSets.newBody() }),
    expect: {
      status: 201,
      check: (response, context) => {
        const { status, items, author, ownWork, note } = context.backend.changeSets.track(response);
        assert.deepEqual(
          { status, items, author, ownWork, note },
          { status: 'open', items: {}, author: context.username('editor'), ownWork: true, note: null },
        );
      },
    },
  },
  {
    ...onRecord('viewer'),
    operationId: 'listChangeSets',
    name: 'has the sets of a status, newest first',
    request: async (context) => {
      await setAfter()(context);
      await setAfter('submit')(context);
      return { query: { status: 'submitted', limit: 1 } };
    },
    expect: {
      status: 200,
      check: ({ data }) => {
        const [newest] = data.items as ChangeSetData[]; // Cast: validated.
        assert.deepEqual([newest?.status, newest?.items, newest?.ownWork], ['submitted', { [entity.tag]: 1 }, false]);
        const counts = data.counts as Record<string, number>; // Cast: validated.
        assert.equal(counts.submitted, data.total);
        assert.ok(counts.open, 'sets of other statuses are counted, too');
      },
    },
  },
  {
    ...onRecord('editor'),
    operationId: 'listChangeSets',
    name: 'finds a set by words of its title or note, or by its number',
    request: async (context) => {
      const { id } = await setAfter()(context);
      return { query: { q: `#${id}` } };
    },
    expect: {
      status: 200,
      check: ({ data }, { backend }) => {
        const ids = (data.items as ChangeSetData[]).map(({ id }) => id); // Cast: validated.
        assert.ok(ids.includes(backend.changeSets.ids.at(-1) ?? 0));
      },
    },
  },
  {
    ...onRecord('editor'),
    operationId: 'listChangeSets',
    name: 'has the sets to which the caller contributed',
    request: async (context) => {
      await setAfter()(context);
      return { query: { mine: 'true', limit: 1 } };
    },
    expect: {
      status: 200,
      // Cast: validated.
      check: ({ data }) =>
        assert.deepEqual(
          (data.items as ChangeSetData[]).map(({ ownWork }) => ownWork),
          [true],
        ),
    },
  },
  {
    ...onRecord('reviewer'),
    operationId: 'listChangeSets',
    name: 'has the sets that wait for a review by the caller',
    request: async (context) => {
      await setAfter('submit')(context);
      return { query: { toReview: 'true', limit: 1 } };
    },
    expect: {
      status: 200,
      check: ({ data }) => {
        const [newest] = data.items as ChangeSetData[]; // Cast: validated.
        assert.deepEqual([newest?.status, newest?.items, newest?.ownWork], ['submitted', { [entity.tag]: 1 }, false]);
      },
    },
  },
  ...(['editor', 'reviewer'] as const).map(
    (role): Case => ({
      ...onRecord(role),
      operationId: 'listChangeSets',
      name: `has the sets that the ${role} contributed to or decided on`,
      request: async (context) => {
        await setAfter('submit', 'reject')(context);
        return { query: { involved: 'true', limit: 1 } };
      },
      expect: {
        status: 200,
        check: ({ data }, { backend }) => {
          const [newest] = data.items as ChangeSetData[]; // Cast: validated.
          assert.deepEqual([newest?.id, newest?.ownWork], [backend.changeSets.ids.at(-1), role === 'editor']);
        },
      },
    }),
  ),
  {
    ...onRecord('editor'),
    operationId: 'listChangeSets',
    name: 'sorts by a column, and continues after a cursor',
    request: async (context) => {
      await setAfter()(context);
      const { id } = await setAfter()(context);
      return { query: { mine: 'true', sort: '-createTime', cursor: String(id), limit: 1 } };
    },
    expect: {
      status: 200,
      check: ({ data }, { backend }) => {
        const [next] = data.items as ChangeSetData[]; // Cast: validated.
        assert.equal(next?.id, backend.changeSets.ids.at(-2));
      },
    },
  },
  {
    ...onRecord('viewer'),
    operationId: 'getChangeSet',
    name: 'is found by who may read every kind in it',
    request: async (context) => targetOf(await setAfter()(context)),
    expect: {
      status: 200,
      check: (response, context) => {
        const { contributors, secondPerson } = changeSetIn(response);
        assert.deepEqual([contributors, secondPerson], [[context.username('editor')], true]);
      },
    },
  },
  ...['getChangeSet', 'listChangeSetItems'].map(
    (operationId): Case => ({
      ...onRecord(''),
      needs: { role: { without: `${entity.tag}:read` }, recordState: 'active', leavesRecordUnchanged: true },
      operationId,
      name: 'is hidden from who may not read a kind in it',
      request: async (context) => ({ params: { id: (await setAfter()(context)).id } }),
      expect: { status: 404, key: 'notFound' },
    }),
  ),
];

/** Tests that the log says what a set has written. */
function logCases(entity: TestedEntity): Case[] {
  return ['listDataLogs', 'exportDataLogs'].map((operationId) => ({
    entity,
    operationId,
    name: 'finds exactly what the release of a change set wrote',
    needs: { role: 'admin', recordState: 'active' },
    request: async (context) => {
      const { id: changeSetId } = await setAfter('submit', 'approve')(context);
      return { query: operationId === 'exportDataLogs' ? { changeSetId, format: 'ndjson' } : { changeSetId } };
    },
    expect: {
      status: 200,
      check: ({ data, body }, { record }) => {
        // Casts: lines hold entries; pages were validated before.
        const entries = (operationId === 'exportDataLogs' ? parseNdjson(String(body)) : data.items) as LogEntryData[];
        assert.deepEqual(
          entries.map(({ action, recordId, changeSetId }) => [action, recordId, typeof changeSetId]),
          [['update', record.id, 'number']],
        );
      },
    },
  }));
}

function renameCases(onRecord: OnRecord): Case[] {
  const rename = (
    name: string,
    prepare: PrepareSet,
    expect: Case['expect'],
    { role = 'editor', version }: { role?: string; version?: number | null } = {},
  ): Case => ({
    ...onRecord(role),
    operationId: 'updateChangeSet',
    name,
    request: async (context) => {
      const { params, ...target } = targetOf(await prepare(context));
      const ifMatch = version === null ? {} : { version: version ?? target.version };
      return { params, ...ifMatch, body: { title: 'Renamed', note: 'Why' } } as Awaited<ReturnType<Case['request']>>;
    },
    expect,
  });
  return [
    rename('changes title and note of an open set', setAfter(), {
      status: 200,
      check: (response) => {
        const { title, note } = changeSetIn(response);
        assert.deepEqual([title, note], ['Renamed', 'Why']);
      },
    }),
    rename('refuses who did not contribute to it', setAfter(), { status: 403, key: 'notOwner' }, { role: 'viewer' }),
    rename('refuses a set that is submitted', setAfter('submit'), { status: 409, key: 'invalidTransition' }),
    rename('refuses a stale version', setAfter(), { status: 412, key: 'versionConflict' }, { version: 99 }),
    rename('requires a version', setAfter(), { status: 428, key: 'preconditionRequired' }, { version: null }),
  ];
}
