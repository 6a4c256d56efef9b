import assert from 'node:assert/strict';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import { changeSetIn, type ItemData, itemIn, updateItem } from '../../suite/features/change-sets.ts';
import type { TestedEntity } from '../../suite/records/tested-entity.ts';
import type { RecordData } from '../../suite/requests/response-data.ts';
import { assertChanged, assertUnchanged, changedBody, changePointer } from '../../suite/values/changed-body.ts';

/** Tests the items of change sets. */
export function changeSetItemCases([entity]: TestedEntity[]): Case[] {
  if (!entity) return [];
  const onRecord = (role: string) => ({
    entity,
    needs: { role, recordState: 'active' as const, leavesRecordUnchanged: true },
  });
  return [...addCases(entity, onRecord), ...bulkCases(entity, onRecord), ...editCases(entity, onRecord)];
}

type OnRecord = (role: string) => Pick<Case, 'entity' | 'needs'>;

function addCases(entity: TestedEntity, onRecord: OnRecord): Case[] {
  const { tag } = entity;
  const target = ({ id, version }: RecordData) => ({ recordId: id, recordVersion: version });
  const add = (
    name: string,
    bodyOf: (context: CaseContext) => object | Promise<object>,
    expect: Case['expect'],
    role = 'editor',
  ): Case => ({
    ...onRecord(role),
    operationId: 'addChangeSetItem',
    name,
    request: async (context) => {
      const { id } = await context.backend.changeSets.createWith(createItem(entity, await context.freshBody()));
      return { params: { id }, body: { entity: tag, ...(await bodyOf(context)) } };
    },
    expect,
  });
  const added = (check: (item: ItemData, context: CaseContext) => void): Case['expect'] => ({
    status: 201,
    check: (response, context) => {
      assert.deepEqual(changeSetIn(response).items, { [tag]: 2 });
      check(itemIn(response), context);
    },
  });
  return [
    add(
      'adds the update of a record',
      ({ record }) => updateItem(entity, record),
      added((item, { record }) => {
        assert.deepEqual([item.recordId, item.changes], [record.id, [changePointer(entity)]]);
        assertUnchanged(entity, item.before, record);
        assertChanged(entity, item.after, record);
      }),
    ),
    add(
      'adds a new record',
      async (context) => createItem(entity, await context.freshBody()),
      added(({ recordId, before, after }) => {
        assert.deepEqual([recordId, before], [null, null]);
        assert.ok(after);
      }),
    ),
    add(
      'adds a deletion',
      ({ record }) => ({ action: 'delete', ...target(record) }),
      added((item, { record }) => {
        assertUnchanged(entity, item.before, record);
        assert.deepEqual([item.after, item.changes], [null, []]);
      }),
    ),
    add(
      'adds a transition',
      ({ record }) => ({ action: 'transition', event: 'deactivate', ...target(record) }),
      added(({ action, after }) => assert.deepEqual([action, after], ['transition', null])),
    ),
    add(
      'adds the update of a record with an event',
      ({ record }) => ({ ...updateItem(entity, record), event: 'deactivate' }),
      added(({ action, event }) => assert.deepEqual([action, event], ['update', 'deactivate'])),
    ),
    add(
      'refuses an event that is not for the status of the record',
      ({ record }) => ({ ...updateItem(entity, record), event: 'approve' }),
      { status: 409, key: 'invalidTransition' },
    ),
    add(
      'adds the restoration of an earlier version',
      ({ record }) => ({ action: 'restore', restoredVersion: 1, ...target(record) }),
      added(({ action, recordId }, { record }) => assert.deepEqual([action, recordId], ['restore', record.id])),
    ),
    add(
      'refuses what the action lacks and does not take',
      ({ record }) => ({ action: 'update', recordId: record.id, become: 'active' }),
      {
        status: 422,
        key: 'validationError',
        fields: ['/recordVersion required', '/values required', '/become notWithEvent'],
      },
    ),
    {
      ...add(
        'adds the rejection of a pending record with its reason',
        ({ record }) => ({ action: 'transition', event: 'reject', reason: 'No source', ...target(record) }),
        added(({ event, reason, after }) => assert.deepEqual([event, reason, after], ['reject', 'No source', null])),
      ),
      needs: { role: 'editor', recordState: 'pending', leavesRecordUnchanged: true },
    },
    add(
      'requires the reason of a rejection',
      ({ record }) => ({ action: 'transition', event: 'reject', ...target(record) }),
      { status: 422, key: 'validationError', fields: ['/reason reasonRequired'] },
    ),
    add(
      'refuses values that the kind’s own operation refuses',
      ({ record }) => {
        const body = updateItem(entity, record);
        return { ...body, values: { ...body.values, unknown: 1 } };
      },
      { status: 422, key: 'validationError', fields: ['/values/unknown additionalProperties'] },
    ),
    add(
      'refuses a stale version of the record',
      ({ record }) => ({ ...updateItem(entity, record), recordVersion: 99 }),
      {
        status: 412,
        key: 'versionConflict',
        check: ({ data }, { record }) => assert.equal(data.current?.id, record.id),
      },
    ),
    add(
      'refuses who lacks the permission of the direct act',
      ({ record }) => updateItem(entity, record),
      {
        status: 403,
        key: 'forbidden',
        permission: `${tag}:update`,
      },
      'viewer',
    ),
    {
      ...onRecord('editor'),
      operationId: 'addChangeSetItem',
      name: 'refuses a second item of a record',
      request: async ({ backend, record }) => {
        const { id } = await backend.changeSets.createWith(updateItem(entity, record));
        return { params: { id }, body: { entity: tag, action: 'delete', ...target(record) } };
      },
      expect: { status: 409, key: 'itemExists' },
    },
  ];
}

const MISSING_ID = 999_999_999;

function bulkCases(entity: TestedEntity, onRecord: OnRecord): Case[] {
  const { tag } = entity;
  const bulk = (
    name: string,
    members: object,
    expect: Case['expect'],
    { role = 'editor', events = [] }: { role?: string; events?: string[] } = {},
  ): Case => ({
    ...onRecord(role),
    operationId: 'addChangeSetItems',
    name,
    request: async (context) => {
      let changeSet = await context.backend.changeSets.createWith(createItem(entity, await context.freshBody()));
      for (const event of events) changeSet = await context.backend.changeSets.transition(changeSet, event);
      const { id: recordId, version } = context.record;
      const items = [recordId, MISSING_ID, recordId].map((id) => ({ id, version }));
      return { params: { id: changeSet.id }, body: { entity: tag, action: 'deactivate', items, ...members } };
    },
    expect,
  });
  return [
    bulk(
      'adds an action on many records, and says why it leaves others out',
      {},
      {
        status: 200,
        check: (response, { record }) => {
          assert.deepEqual(changeSetIn(response).items, { [tag]: 2 });
          // Cast: validated.
          const outcomes = response.data.items as { id: number; code: number; data: object }[];
          assert.deepEqual(
            outcomes.map(({ id, code, data }) => [id, code, 'key' in data ? data.key : Object.keys(data)]),
            [
              [record.id, 201, ['itemId']],
              [MISSING_ID, 422, 'validationError'],
              [record.id, 409, 'itemExists'],
            ],
          );
        },
      },
    ),
    bulk(
      'requires the reason of rejections',
      { action: 'reject' },
      { status: 422, key: 'validationError', fields: ['/reason reasonRequired'] },
    ),
    bulk(
      'refuses who lacks the permission of the direct act',
      {},
      { status: 403, key: 'forbidden', permission: `${tag}:update` },
      { role: 'viewer' },
    ),
    bulk('refuses a set that is submitted', {}, { status: 409, key: 'invalidTransition' }, { events: ['submit'] }),
  ];
}

const createItem = ({ tag }: TestedEntity, values: object) => ({
  entity: tag,
  action: 'create',
  become: 'pending',
  values,
});

function editCases(entity: TestedEntity, onRecord: OnRecord): Case[] {
  /** Prepares a set with one item, brought to a status by events, and returns the parameters for its item. */
  const itemTarget = async ({ backend, record }: CaseContext, ...events: string[]) => {
    let changeSet = await backend.changeSets.createWith(updateItem(entity, record));
    const [item] = await backend.changeSets.listItems(changeSet);
    for (const event of events) changeSet = await backend.changeSets.transition(changeSet, event);
    return { params: { id: changeSet.id, itemId: item?.id ?? 0 }, version: item?.version ?? 0 };
  };
  const bodyOf = (operationId: string, { record }: CaseContext) =>
    operationId === 'updateChangeSetItem' ? { body: { values: changedBody(entity, record, 2) } } : {};
  return [
    {
      ...onRecord('viewer'),
      operationId: 'listChangeSetItems',
      name: 'has the items with what they change',
      request: async (context) => ({ params: { id: (await itemTarget(context)).params.id } }),
      expect: {
        status: 200,
        check: ({ data }, { record }) => {
          const [item] = data.items as ItemData[]; // Cast: validated.
          assert.equal(data.total, 1);
          assert.deepEqual(item?.changes, [changePointer(entity)]);
          assertChanged(entity, item?.after, record);
        },
      },
    },
    {
      ...onRecord('editor'),
      operationId: 'updateChangeSetItem',
      name: 'changes the values, and the version of item and set',
      request: async (context) => ({
        ...(await itemTarget(context)),
        ...bodyOf('updateChangeSetItem', context),
      }),
      expect: {
        status: 200,
        check: (response, { record }) => {
          assert.deepEqual([itemIn(response).version, changeSetIn(response).version], [2, 3]);
          assertChanged(entity, itemIn(response).after, record, 2);
        },
      },
    },
    {
      ...onRecord('editor'),
      operationId: 'updateChangeSetItem',
      name: 'makes another item of the same record of it',
      request: async (context) => ({
        ...(await itemTarget(context)),
        body: { action: 'delete', recordVersion: context.record.version },
      }),
      expect: {
        status: 200,
        check: (response) => {
          const { action, after } = itemIn(response);
          assert.deepEqual([action, after, changeSetIn(response).items], ['delete', null, { [entity.tag]: 1 }]);
        },
      },
    },
    {
      ...onRecord('editor'),
      operationId: 'updateChangeSetItem',
      name: 'refuses what the action lacks and does not take',
      request: async (context) => ({ ...(await itemTarget(context)), body: { action: 'transition', values: {} } }),
      expect: {
        status: 422,
        key: 'validationError',
        fields: ['/event required', '/recordVersion required', '/values notWithEvent'],
      },
    },
    {
      ...onRecord('editor'),
      operationId: 'removeChangeSetItem',
      name: 'takes the item out of the set',
      request: (context) => itemTarget(context),
      expect: { status: 200, check: (response) => assert.deepEqual(changeSetIn(response).items, {}) },
    },
    ...['updateChangeSetItem', 'removeChangeSetItem'].flatMap((operationId): Case[] => [
      {
        ...onRecord('viewer'),
        operationId,
        name: 'refuses who lacks the permission of the direct act',
        request: async (context) => ({ ...(await itemTarget(context)), ...bodyOf(operationId, context) }),
        expect: { status: 403, key: 'forbidden', permission: `${entity.tag}:update` },
      },
      {
        ...onRecord('editor'),
        operationId,
        name: 'refuses a set that is submitted',
        request: async (context) => ({ ...(await itemTarget(context, 'submit')), ...bodyOf(operationId, context) }),
        expect: { status: 409, key: 'invalidTransition' },
      },
      ...[99, undefined].map(
        (version): Case => ({
          ...onRecord('editor'),
          operationId,
          name: version ? 'refuses a stale version' : 'requires a version',
          request: async (context) => {
            const { params } = await itemTarget(context);
            return { params, ...bodyOf(operationId, context), ...(version ? { version } : {}) };
          },
          expect: version ? { status: 412, key: 'versionConflict' } : { status: 428, key: 'preconditionRequired' },
        }),
      ),
    ]),
  ];
}
