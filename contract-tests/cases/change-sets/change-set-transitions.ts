import assert from 'node:assert/strict';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import {
  changeSetIn,
  emptySet,
  largeSet,
  type PrepareSet,
  setAfter,
  setChangedSince,
  updateItem,
} from '../../suite/features/change-sets.ts';
import { requireRecord } from '../../suite/records/records.ts';
import type { TestedEntity } from '../../suite/records/tested-entity.ts';
import { assertChanged, assertUnchanged, changePointer } from '../../suite/values/changed-body.ts';

/** Returns the entity of a case and what it needs, for a role that acts on an active record. */
export type OnRecord = (role: string) => Pick<Case, 'entity' | 'needs'>;

const readRecord = async ({ backend, entity, record }: CaseContext) =>
  requireRecord((await backend.call(entity.operations.get, 'admin', { params: { id: record.id } })).data.record);

/** Tests the life of a change set: each event, who may trigger it and what it does to the record. */
export function transitionCases(entity: TestedEntity, onRecord: OnRecord): Case[] {
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
      'starts a task for more than a hundred items',
      'editor',
      largeSet,
      { event: 'submit' },
      {
        status: 202,
        check: (response) => {
          const { status, task } = changeSetIn(response);
          assert.deepEqual([status, task?.event, task?.total], ['open', 'submit', 101]);
        },
      },
    ),
    changingRecord({
      ...transition(
        'submits a revert that overwrites what somebody has changed since, which then takes the set back',
        'editor',
        setChangedSince,
        { event: 'revert' },
        {
          status: 200,
          check: async (response, context) => {
            const { changeSets } = context.backend;
            const { id, status, revertId = 0 } = changeSetIn(response);
            const revert = await changeSets.get(revertId);
            assert.deepEqual([status, revert.status, revert.revertsId], ['released', 'submitted', id]);
            const [item] = await changeSets.listItems(revert);
            assert.deepEqual(item?.overwrites, [changePointer(entity)]);
            await changeSets.transition(revert, 'approve');
            assertUnchanged(entity, await readRecord(context), context.record);
            assert.equal((await changeSets.get(id)).status, 'reverted');
          },
        },
      ),
      request: async (context) => {
        const { changeSets } = context.backend;
        const changeSet = await setChangedSince(context);
        const [item] = await changeSets.listItems(changeSet);
        const overwrite = [{ item: item?.id, fields: [changePointer(entity)] }];
        const { id, version } = await changeSets.get(changeSet.id);
        return { params: { id }, version, body: { event: 'revert', overwrite } };
      },
    }),
    changingRecord({
      ...transition(
        'overwrites nothing that nobody has changed since',
        'editor',
        setAfter('submit', 'approve'),
        { event: 'revert' },
        { status: 422, key: 'validationError', fields: ['/overwrite/0/fields/0 notChangedSince'] },
      ),
      request: async (context) => {
        const { changeSets } = context.backend;
        const { id, version } = await setAfter('submit', 'approve')(context);
        const [item] = await changeSets.listItems({ id });
        const overwrite = [{ item: item?.id, fields: [changePointer(entity)] }];
        return { params: { id }, version, body: { event: 'revert', overwrite } };
      },
    }),
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
        status: 403,
        key: 'forbidden',
        permission: `${entity.tag}:review`,
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
        status: 422,
        key: 'validationError',
        fields: ['/reason reasonRequired'],
      },
    ),
    transition(
      'requires the version that was reviewed',
      'reviewer',
      setAfter('submit'),
      { event: 'approve' },
      {
        status: 422,
        key: 'validationError',
        fields: ['/header/If-Match versionToDecide'],
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
