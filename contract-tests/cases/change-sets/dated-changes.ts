import assert from 'node:assert/strict';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import { FUTURE_DAY, LATER_DAY, updateItem } from '../../suite/features/change-sets.ts';
import { requireRecord } from '../../suite/records/records.ts';
import type { TestedEntity } from '../../suite/records/tested-entity.ts';
import { assertUnchanged, changePointer } from '../../suite/values/changed-body.ts';
import type { OnRecord } from './change-set-transitions.ts';

/** Creates a set that changes the record of a case on a date, as the editor. */
async function createDatedChange({ backend, entity, record }: CaseContext) {
  const body = { ...backend.changeSets.newBody(), effectiveOn: FUTURE_DAY, item: updateItem(entity, record) };
  return backend.changeSets.track(await backend.call(backend.operation('createChangeSet'), 'editor', { body }));
}

/** Tests sets that are created with one change and a date, and where records tell of what is upcoming. */
export const datedChangeCases = (entity: TestedEntity, onRecord: OnRecord): Case[] => {
  const refuses = (
    name: string,
    itemOf: (context: CaseContext) => object,
    expect: Case['expect'],
    { role = 'editor', ...dated }: { role?: string; effectiveOn?: string } = { effectiveOn: FUTURE_DAY },
  ): Case => ({
    ...onRecord(role),
    operationId: 'createChangeSet',
    name,
    request: (context) => ({
      body: { ...context.backend.changeSets.newBody(), ...dated, item: itemOf(context) },
    }),
    expect,
  });
  const whereUpcoming = (operationId: string, request: (context: CaseContext) => object): Case => ({
    ...onRecord('viewer'),
    operationId,
    name: 'tells what a change set will do on its date',
    request: async (context) => {
      await createDatedChange(context);
      return request(context);
    },
    expect: {
      status: 200,
      check: ({ data }, { backend, record }) => {
        // other cases may have sets with a change of the same record
        const change = data.upcoming?.find(({ changeSet }) => changeSet.id === backend.changeSets.ids.at(-1));
        assert.deepEqual(
          [change?.recordId, change?.changeSet.status, change?.action, change?.effectiveOn, change?.changes],
          [record.id, 'submitted', 'update', `${FUTURE_DAY}T00:00`, [changePointer(entity)]],
        );
        assert.deepEqual(Object.keys(change?.values ?? {}), [changePointer(entity).slice(1)]);
      },
    },
  });
  return [
    {
      ...onRecord('editor'),
      operationId: 'createChangeSet',
      name: 'submits a set that is created with its change, and changes no record',
      request: ({ backend, record }) => ({
        body: { ...backend.changeSets.newBody(), effectiveOn: FUTURE_DAY, item: updateItem(entity, record) },
      }),
      expect: {
        status: 201,
        check: async (response, { backend, record }) => {
          const { status, items, effectiveOn } = backend.changeSets.track(response);
          assert.deepEqual([status, items, effectiveOn], ['submitted', { [entity.tag]: 1 }, `${FUTURE_DAY}T00:00`]);
          const get = await backend.call(entity.operations.get, 'admin', { params: { id: record.id } });
          assertUnchanged(entity, requireRecord(get.data.record), record);
        },
      },
    },
    {
      ...onRecord('editor'),
      operationId: 'createChangeSet',
      name: 'takes a second change of a field on a later day, based on the first one',
      request: async (context) => {
        const { backend, entity: kind, record } = context;
        const { id } = await createDatedChange(context);
        const { data } = await backend.call(kind.operations.get, 'editor', { params: { id: record.id } });
        const basedOn = data.upcoming?.filter(({ changeSet }) => changeSet.id === id).map(({ item }) => item);
        const item = { ...updateItem(kind, record), basedOn };
        return { body: { ...backend.changeSets.newBody(), effectiveOn: LATER_DAY, item } };
      },
      expect: {
        status: 201,
        check: (response, { backend }) => assert.equal(backend.changeSets.track(response).status, 'submitted'),
      },
    },
    refuses(
      'refuses a change that is based on an item which is not there',
      ({ record }) => ({ ...updateItem(entity, record), basedOn: [{ id: 4_000_000_000, version: 1 }] }),
      { status: 422, key: 'validationError', fields: ['/item/basedOn/0 changedSince'] },
    ),
    refuses(
      'needs a date for its change',
      ({ record }) => updateItem(entity, record),
      { status: 422, key: 'validationError', fields: ['/effectiveOn required'] },
      {},
    ),
    refuses('points into the values of its change', ({ record }) => ({ ...updateItem(entity, record), values: {} }), {
      status: 422,
      key: 'validationError',
      check: ({ data }) => {
        const fields = (data.fields ?? []) as { pointer: string }[]; // Cast: validated.
        assert.ok(fields.length > 0);
        assert.ok(fields.every(({ pointer }) => pointer.startsWith('/item/values/')));
      },
    }),
    refuses(
      'refuses a change of a version that has passed',
      ({ record }) => ({ ...updateItem(entity, record), recordVersion: record.version + 1 }),
      { status: 412, key: 'versionConflict' },
    ),
    refuses(
      'refuses an event that is not for the status of the record',
      ({ record }) => ({ ...updateItem(entity, record), event: 'activate' }),
      { status: 409, key: 'invalidTransition' },
    ),
    refuses(
      'refuses a change without the permission for it',
      ({ record }) => updateItem(entity, record),
      { status: 403, key: 'forbidden' },
      { role: 'viewer', effectiveOn: FUTURE_DAY },
    ),
    whereUpcoming(entity.operations.get.id, ({ record }) => ({ params: { id: record.id } })),
    whereUpcoming(entity.operations.list.id, ({ record }) => ({ query: { code: record.code } })),
  ];
};
