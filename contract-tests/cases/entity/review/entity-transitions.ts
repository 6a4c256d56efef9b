import assert from 'node:assert/strict';
import type { Contract } from '../../../contract/types.ts';
import type { Case } from '../../../suite/case.ts';
import { type RecordState, versionedTarget } from '../../../suite/records/records.ts';
import type { TestedEntity } from '../../../suite/records/tested-entity.ts';
import { minimalBody, withoutField } from '../../../suite/values/reduced-bodies.ts';

const reason = 'a reason for the test';

/** Tests each event in each status, as declared in x-transitions. */
export function transitionCases(entity: TestedEntity, contract: Contract): Case[] {
  const base = { entity, operationId: entity.operations.transition.id };
  const events = Object.entries(contract['x-transitions']);
  const statuses = (contract.components.schemas.Status?.enum ?? []) as RecordState[]; // Cast: each status is a record state.
  const transitions = events.flatMap(([event, { from, to, permission }]) =>
    (from as RecordState[]).map(
      // Cast: the statuses of x-transitions, as above.
      (state): Case => ({
        ...base,
        name: `${event} moves a record from ${state} to ${to}`,
        needs: { role: permission === 'review' ? 'reviewer' : 'editor', recordState: state },
        request: ({ record }) => ({ ...versionedTarget(record), body: { event, reason } }),
        expect: {
          status: 200,
          check: ({ data, headers }, { record }) => {
            assert.deepEqual([data.record?.status, data.record?.version], [to, record.version + 1]);
            assert.equal(headers.get('etag'), `"${record.version + 1}"`);
          },
        },
      }),
    ),
  );
  const refusedStates = events.flatMap(([event, { from, permission }]) =>
    statuses
      .filter((state) => !from.includes(state))
      .map(
        (state): Case => ({
          ...base,
          name: `refuses ${event} for a record that is ${state}`,
          needs: {
            role: permission === 'review' ? 'reviewer' : 'editor',
            recordState: state,
            leavesRecordUnchanged: true,
          },
          request: ({ record }) => ({ ...versionedTarget(record), body: { event, reason } }),
          expect: { status: 409, key: 'invalidTransition' },
        }),
      ),
  );
  return [
    ...transitions,
    ...refusedStates,
    ...activationCases(entity, contract),
    ...secondPersonCases(entity, contract),
    ...requirementCases(entity, contract),
  ];
}

/** Tests the approval that also activates the record, and that no other event does. */
function activationCases(entity: TestedEntity, contract: Contract): Case[] {
  const base = { entity, operationId: entity.operations.transition.id };
  const otherEvents = Object.entries(contract['x-transitions']).filter(([event]) => event !== 'approve');
  return [
    {
      ...base,
      name: 'approves and activates a record at once, as two changes',
      needs: { role: 'reviewer', recordState: 'pending' },
      request: ({ record }) => ({ ...versionedTarget(record), body: { event: 'approve', activate: true } }),
      expect: {
        status: 200,
        check: ({ data }, { record }) =>
          assert.deepEqual([data.record?.status, data.record?.version], ['active', record.version + 2]),
      },
    },
    ...otherEvents.map(
      ([event, { from, permission }]): Case => ({
        ...base,
        name: `refuses to ${event} a record and activate it at once`,
        needs: {
          role: permission === 'review' ? 'reviewer' : 'editor',
          recordState: from[0] as RecordState, // Cast: the statuses of x-transitions, as above.
          leavesRecordUnchanged: true,
        },
        request: ({ record }) => ({ ...versionedTarget(record), body: { event, reason, activate: true } }),
        expect: { status: 422, key: 'validationError', fields: ['/activate notWithEvent'] },
      }),
    ),
  ];
}

function secondPersonCases(entity: TestedEntity, contract: Contract): Case[] {
  const secondPersonEvents = Object.entries(contract['x-transitions']).filter(([, { secondPerson }]) => secondPerson);
  const base = { entity, operationId: entity.operations.transition.id };
  return secondPersonEvents.flatMap(([event, { from }]): Case[] => {
    const record = from[0] as RecordState; // Cast: the statuses of x-transitions, as above.
    if (entity.review === 'none') return [allowedToAuthorCase(entity, event, record)];
    return [
      {
        ...base,
        name: `refuses ${event} by the author`,
        needs: { role: 'admin', recordState: record, author: 'admin', leavesRecordUnchanged: true },
        request: (context) => ({ ...versionedTarget(context.record), body: { event, reason } }),
        expect: { status: 409, key: 'secondPerson' },
      },
      {
        ...base,
        name: `refuses ${event} by someone who has changed the record`,
        needs: { role: 'admin', recordState: record },
        request: async (context) => ({
          ...versionedTarget(await context.records.update(entity, context.record, 'admin')),
          body: { event, reason },
        }),
        expect: { status: 409, key: 'secondPerson' },
      },
    ];
  });
}

function allowedToAuthorCase(entity: TestedEntity, event: string, record: RecordState): Case {
  return {
    entity,
    operationId: entity.operations.transition.id,
    name: `accepts ${event} by the author`,
    needs: { role: 'admin', recordState: record, author: 'admin' },
    request: (context) => ({ ...versionedTarget(context.record), body: { event, reason } }),
    expect: { status: 200 },
  };
}

function requirementCases(entity: TestedEntity, contract: Contract): Case[] {
  const base = { entity, operationId: entity.operations.transition.id };
  const eventsWithReason = Object.entries(contract['x-transitions']).filter(
    ([, { reason: requirement }]) => requirement === 'required',
  );
  const missingFields = entity.requiredToApprove.filter((name) => !(name in minimalBody(entity, entity.example)));
  return [
    ...eventsWithReason.map(
      ([event, { from }]): Case => ({
        ...base,
        name: `requires a reason to ${event}`,
        needs: { role: 'reviewer', recordState: from[0] as RecordState, leavesRecordUnchanged: true }, // Cast: the statuses of x-transitions, as above.
        request: ({ record }) => ({ ...versionedTarget(record), body: { event } }),
        expect: { status: 422, key: 'validationError', fields: ['/reason reasonRequired'] },
      }),
    ),
    {
      ...base,
      name: 'requires the fields that approval needs',
      needs: { role: 'reviewer' },
      request: async (context) => {
        const minimal = minimalBody(entity, await context.freshBody());
        return {
          ...versionedTarget(await context.records.create(entity, 'pending', 'editor', minimal)),
          body: { event: 'approve' },
        };
      },
      expect: {
        status: missingFields.length > 0 ? 422 : 200,
        fields: missingFields.map((name) => `/${name} requiredToApprove`),
      },
    },
    ...missingFields.map(
      (name): Case => ({
        ...base,
        name: `requires ${name} for approval`,
        needs: { role: 'reviewer' },
        request: async (context) => {
          const body = withoutField(entity, await context.freshBody(), name);
          return {
            ...versionedTarget(await context.records.create(entity, 'pending', 'editor', body)),
            body: { event: 'approve' },
          };
        },
        expect: { status: 422, key: 'validationError', fields: [`/${name} requiredToApprove`] },
      }),
    ),
  ];
}
