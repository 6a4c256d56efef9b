import assert from 'node:assert/strict';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import { type ChangeSetData, changeSetIn, targetOf, updateItem } from '../../suite/change-sets.ts';
import { parseNdjson } from '../../suite/files.ts';
import { requireRecord } from '../../suite/records.ts';
import type { LogEntryData } from '../../suite/response-data.ts';
import type { TestedEntity } from '../../suite/tested-entity.ts';
import { assertChanged, assertUnchanged, changePointer } from '../../suite/values/changed-body.ts';

const editor = { role: 'editor' };

/** Creates the set that a case is about: with one item, brought to a status by events. */
type PrepareSet = (context: CaseContext) => Promise<ChangeSetData>;

const setAfter =
  (...events: string[]): PrepareSet =>
  async ({ backend, entity, record }) => {
    let changeSet = await backend.changeSets.createWith(updateItem(entity, record));
    for (const event of events) changeSet = await backend.changeSets.transition(changeSet, event);
    return changeSet;
  };
const emptySet: PrepareSet = ({ backend }) => backend.changeSets.create();

const readRecord = async ({ backend, entity, record }: CaseContext) =>
  requireRecord((await backend.call(entity.operations.get, 'admin', { params: { id: record.id } })).data.record);

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
    ...logCases(entity),
  ];
}

type OnRecord = (role: string) => Pick<Case, 'entity' | 'needs'>;

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
      await setAfter('submit')(context);
      return { query: { status: 'submitted', limit: 1 } };
    },
    expect: {
      status: 200,
      check: ({ data }) => {
        const [newest] = data.items as ChangeSetData[]; // Cast: validated.
        assert.deepEqual([newest?.status, newest?.items, newest?.ownWork], ['submitted', { [entity.tag]: 1 }, false]);
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
  {
    ...onRecord('viewer'),
    operationId: 'getChangeSet',
    name: 'is found by who may read every kind in it',
    request: async (context) => targetOf(await setAfter()(context)),
    expect: {
      status: 200,
      check: (response, context) => assert.deepEqual(changeSetIn(response).contributors, [context.username('editor')]),
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

function transitionCases(entity: TestedEntity, onRecord: OnRecord): Case[] {
  const transition = (
    name: string,
    role: string,
    prepare: PrepareSet,
    body: { event: string; reason?: string },
    expect: Case['expect'],
    version?: number | '*' | null,
  ): Case => ({
    ...onRecord(role),
    operationId: 'transitionChangeSet',
    name,
    request: async (context) => {
      const { id, version: current } = await prepare(context);
      return { params: { id }, ...(version === null ? {} : { version: version ?? current }), body };
    },
    expect,
  });
  const becomes = (status: string): Case['expect'] => ({
    status: 200,
    check: (response) => assert.equal(changeSetIn(response).status, status),
  });
  const invalidTransition = { status: 409, key: 'invalidTransition' };
  /** The set changes the record, so no other case may use it. */
  const changingRecord = (testCase: Case): Case => ({
    ...testCase,
    needs: { role: testCase.needs.role, recordState: 'active' },
  });
  return [
    transition(
      'submits a set whose items can all be released, and changes no record',
      'editor',
      setAfter(),
      { event: 'submit' },
      {
        status: 200,
        check: async (response, context) => {
          assert.equal(changeSetIn(response).status, 'submitted');
          assertUnchanged(entity, await readRecord(context), context.record);
        },
      },
    ),
    changingRecord(
      transition(
        'releases all items by an approval',
        'reviewer',
        setAfter('submit'),
        { event: 'approve', reason: 'As published' },
        {
          status: 200,
          check: async (response, context) => {
            const { status, decision } = changeSetIn(response);
            assert.deepEqual(
              [status, decision?.by, decision?.reason],
              ['released', context.username('reviewer'), 'As published'],
            );
            const record = await readRecord(context);
            assertChanged(entity, record, context.record);
            assert.deepEqual(
              [record.version, record.updatedBy],
              [context.record.version + 1, context.username('editor')],
            );
          },
        },
      ),
    ),
    changingRecord(
      transition(
        'reverts a released set',
        'editor',
        setAfter('submit', 'approve'),
        { event: 'revert' },
        {
          status: 200,
          check: async (response, context) => {
            assert.equal(changeSetIn(response).status, 'reverted');
            const record = await readRecord(context);
            assertUnchanged(entity, record, context.record);
            assert.equal(record.version, context.record.version + 2);
          },
        },
      ),
    ),
    transition(
      'rejects a set with the reason',
      'reviewer',
      setAfter('submit'),
      { event: 'reject', reason: 'Not yet' },
      {
        status: 200,
        check: (response) => {
          const { status, decision } = changeSetIn(response);
          assert.deepEqual([status, decision?.reason], ['rejected', 'Not yet']);
        },
      },
    ),
    transition('reopens a rejected set', 'editor', setAfter('submit', 'reject'), { event: 'reopen' }, becomes('open')),
    transition('withdraws a set', 'editor', setAfter('submit'), { event: 'withdraw' }, becomes('withdrawn')),
    transition(
      'refuses the approval of a set that is open',
      'reviewer',
      setAfter(),
      { event: 'approve' },
      invalidTransition,
    ),
    transition(
      'refuses to submit a set that was withdrawn',
      'editor',
      setAfter('withdraw'),
      { event: 'submit' },
      invalidTransition,
    ),
    transition(
      'refuses to submit a set without items',
      'editor',
      emptySet,
      { event: 'submit' },
      { status: 409, key: 'changeSetEmpty' },
    ),
    transition(
      'refuses its contributors, even as administrators',
      'admin',
      async (context) => {
        const { changeSets } = context.backend;
        const changeSet = await setAfter()(context);
        const body = { ...updateItem(entity, context.record), recordId: undefined, recordVersion: undefined };
        const { changeSet: joined } = await changeSets.add(
          changeSet,
          { ...body, action: 'create', become: 'pending', values: await context.freshBody() },
          'admin',
        );
        return changeSets.transition(joined, 'submit');
      },
      { event: 'approve' },
      { status: 409, key: 'secondPerson' },
    ),
    changingRecord(
      transition(
        'releases nothing where somebody has changed a field of an item since',
        'reviewer',
        async (context) => {
          const { backend, record } = context;
          const submitted = await setAfter('submit')(context);
          const other = await backend.changeSets.createWith({
            ...updateItem(entity, record),
            values: { ...updateItem(entity, record).values, [changePointer(entity).slice(1)]: 'Something else' },
          });
          await backend.changeSets.transition(await backend.changeSets.transition(other, 'submit'), 'approve');
          return submitted;
        },
        { event: 'approve' },
        {
          status: 409,
          key: 'changeSetUnsound',
          check: ({ data }) => {
            const [field] = data.fields ?? [];
            assert.match(String(field?.pointer), new RegExp(`^/items/\\d+/values${changePointer(entity)}$`));
            assert.equal(field?.rule, 'changedSince');
          },
        },
      ),
    ),
    transition(
      'refuses who may not review a kind in it',
      'editor',
      setAfter('submit'),
      { event: 'approve' },
      {
        ...{ status: 403, key: 'forbidden', permission: `${entity.tag}:review` },
      },
    ),
    transition(
      'refuses who did not contribute to it',
      'viewer',
      setAfter(),
      { event: 'submit' },
      { status: 403, key: 'notOwner' },
    ),
    transition(
      'requires the reason of a rejection',
      'reviewer',
      setAfter('submit'),
      { event: 'reject' },
      {
        ...{ status: 422, key: 'validationError', fields: ['/reason reasonRequired'] },
      },
    ),
    transition(
      'requires the version that was reviewed',
      'reviewer',
      setAfter('submit'),
      { event: 'approve' },
      {
        ...{ status: 422, key: 'validationError', fields: ['/header/If-Match versionToDecide'] },
      },
      '*',
    ),
    transition(
      'refuses a stale version',
      'editor',
      setAfter(),
      { event: 'submit' },
      { status: 412, key: 'versionConflict' },
      99,
    ),
    transition(
      'requires a version',
      'editor',
      setAfter(),
      { event: 'submit' },
      { status: 428, key: 'preconditionRequired' },
      null,
    ),
  ];
}
