import assert from 'node:assert/strict';
import type { Case } from '../../suite/case.ts';
import {
  type ChangeSetData,
  changeSetIn,
  datedSetAfter,
  FUTURE_DAY,
  setAfter,
  targetOf,
} from '../../suite/features/change-sets.ts';
import { requireRecord } from '../../suite/records/records.ts';
import type { TestedEntity } from '../../suite/records/tested-entity.ts';
import { assertUnchanged, changedBody } from '../../suite/values/changed-body.ts';
import type { OnRecord } from './change-set-transitions.ts';

/** Tests sets that take effect at a date. */
export const datedSetCases = (entity: TestedEntity, onRecord: OnRecord): Case[] => [
  ...['createChangeSet', 'updateChangeSet'].map(
    (operationId): Case => ({
      ...onRecord('editor'),
      operationId,
      name: 'takes a day, which begins at midnight in the zone of the installation',
      request: async (context) => {
        const body = { title: 'Dated', effectiveOn: FUTURE_DAY };
        return operationId === 'createChangeSet' ? { body } : { ...targetOf(await setAfter()(context)), body };
      },
      expect: {
        status: operationId === 'createChangeSet' ? 201 : 200,
        check: (response, { backend }) => {
          const set = operationId === 'createChangeSet' ? backend.changeSets.track(response) : changeSetIn(response);
          assert.equal(set.effectiveOn, `${FUTURE_DAY}T00:00`);
          const local = new Intl.DateTimeFormat('sv-SE', {
            timeZone: set.zone ?? '',
            dateStyle: 'short',
            timeStyle: 'short',
          });
          assert.equal(local.format(Date.parse(set.effectiveTime ?? '')), `${FUTURE_DAY} 00:00`);
        },
      },
    }),
  ),
  ...[
    { effectiveOn: '2020-02-01', rule: 'notAhead' },
    { effectiveOn: '2099-02-30T08:00', rule: 'notDate' },
    { effectiveOn: '6 April', rule: 'pattern' },
  ].map(
    ({ effectiveOn, rule }): Case => ({
      operationId: 'createChangeSet',
      name: `refuses the date ${effectiveOn}`,
      needs: { role: 'editor' },
      ...(rule === 'pattern' ? { breaksContract: true } : {}),
      request: () => ({ body: { title: 'Dated', effectiveOn } }),
      expect: { status: 422, key: 'validationError', fields: [`/effectiveOn ${rule}`] },
    }),
  ),
  {
    ...onRecord('viewer'),
    operationId: 'getCalendar',
    name: 'has the sets that are due on a day',
    request: async (context) => {
      await datedSetAfter('submit', 'approve')(context);
      return { query: { from: FUTURE_DAY, to: FUTURE_DAY } };
    },
    expect: {
      status: 200,
      check: ({ data }) => {
        const due = data.items as ChangeSetData[]; // Cast: validated.
        assert.ok(due.some(({ status }) => status === 'scheduled'));
        assert.ok(due.every(({ effectiveOn }) => effectiveOn?.startsWith(FUTURE_DAY)));
      },
    },
  },
  {
    ...onRecord('editor'),
    operationId: 'listChangeSets',
    name: 'sorts by date, those without one last',
    request: async (context) => {
      await setAfter()(context);
      await datedSetAfter()(context);
      return { query: { mine: 'true', sort: 'effectiveTime', limit: 100 } };
    },
    expect: {
      status: 200,
      check: ({ data }) => {
        const times = (data.items as ChangeSetData[]).map(({ effectiveTime }) => effectiveTime ?? '9999'); // Cast: validated.
        assert.deepEqual(times, times.toSorted());
        assert.ok(times.some((time) => time < '9999') || times.length === 100);
      },
    },
  },
  {
    ...onRecord('editor'),
    operationId: 'listChangeSets',
    name: 'lists the sets that take effect from one moment until before another',
    request: async (context) => {
      await setAfter()(context);
      const effectiveFrom = (await datedSetAfter()(context)).effectiveTime ?? '';
      const effectiveTo = new Date(Date.parse(effectiveFrom) + 1).toISOString();
      return { query: { effectiveFrom, effectiveTo, limit: 100 } };
    },
    expect: {
      status: 200,
      check: ({ data }) => {
        const times = (data.items as ChangeSetData[]).map(({ effectiveTime }) => effectiveTime); // Cast: validated.
        assert.ok(times.length > 0);
        assert.equal(new Set(times).size, 1);
        assert.ok(times[0]);
      },
    },
  },
  {
    operationId: 'listChangeSets',
    name: 'refuses a period that ends before it begins',
    needs: { role: 'viewer' },
    request: () => ({ query: { effectiveFrom: '2099-04-07T00:00:00Z', effectiveTo: '2099-04-06T00:00:00Z' } }),
    expect: { status: 422, key: 'validationError', fields: ['/query/effectiveTo reversedRange'] },
  },
  {
    operationId: 'getCalendar',
    name: 'refuses a period that ends before it begins',
    needs: { role: 'viewer' },
    request: () => ({ query: { from: '2099-04-07', to: FUTURE_DAY } }),
    expect: { status: 422, key: 'validationError', fields: ['/query/to reversedRange'] },
  },
  {
    ...onRecord('reviewer'),
    operationId: 'transitionChangeSet',
    name: 'schedules a set with a date ahead, and changes no record',
    request: async (context) => ({
      ...targetOf(await datedSetAfter('submit')(context)),
      body: { event: 'approve' },
    }),
    expect: {
      status: 200,
      check: async (response, context) => {
        const { backend, record } = context;
        const { status, decision, releaseTime } = changeSetIn(response);
        assert.deepEqual([status, decision?.by, releaseTime], ['scheduled', context.username('reviewer'), null]);
        const get = await backend.call(entity.operations.get, 'admin', { params: { id: record.id } });
        assertUnchanged(entity, requireRecord(get.data.record), record);
      },
    },
  },
  {
    ...onRecord('editor'),
    operationId: 'transitionChangeSet',
    name: 'retries only a set that is held',
    request: async (context) => ({
      ...targetOf(await datedSetAfter('submit', 'approve')(context)),
      body: { event: 'retry' },
    }),
    expect: { status: 409, key: 'invalidTransition' },
  },
  {
    ...onRecord('editor'),
    operationId: 'updateChangeSet',
    name: 'opens a scheduled set whose date changes',
    request: async (context) => ({
      ...targetOf(await datedSetAfter('submit', 'approve')(context)),
      body: { title: 'Dated', effectiveOn: '2099-04-07' },
    }),
    expect: {
      status: 200,
      check: (response) => assert.equal(changeSetIn(response).status, 'open'),
    },
  },
  {
    ...onRecord('editor'),
    operationId: 'updateChangeSetItem',
    name: 'opens a scheduled set whose values change',
    request: async (context) => {
      const set = await datedSetAfter('submit', 'approve')(context);
      const [item] = await context.backend.changeSets.listItems(set);
      const body = { values: changedBody(entity, context.record, 2) };
      return { params: { id: set.id, itemId: item?.id ?? 0 }, version: item?.version ?? 0, body };
    },
    expect: {
      status: 200,
      check: (response) => assert.equal(changeSetIn(response).status, 'open'),
    },
  },
];
