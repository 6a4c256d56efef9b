import assert from 'node:assert/strict';
import type { Contract } from '../contract/types.ts';
import type { Case } from '../suite/case.ts';
import type { Kind } from '../suite/kind.ts';
import { type State, targetOf } from '../suite/records.ts';
import { minimalBody, withoutField } from '../suite/without.ts';

const reason = 'so that the case goes on';

/** One case per event and status, read from x-transitions. */
export function lifeCases(kind: Kind, contract: Contract): Case[] {
  const base = { kind, operationId: kind.ops.transition.id };
  const events = Object.entries(contract['x-transitions']);
  const statuses = (contract.components.schemas.Status?.enum ?? []) as State[]; // Cast: records are made in each.
  const transitions = events.flatMap(([event, { from, to, permission }]) =>
    (from as State[]).map(
      // Cast: the statuses of x-transitions, as above.
      (state): Case => ({
        ...base,
        name: `${event} leads from ${state} to ${to}`,
        needs: { as: permission === 'review' ? 'reviewer' : 'editor', record: state },
        request: ({ record }) => ({ ...targetOf(record), body: { event, reason } }),
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
          name: `${event} is refused where a record is ${state}`,
          needs: { as: permission === 'review' ? 'reviewer' : 'editor', record: state, shared: true },
          request: ({ record }) => ({ ...targetOf(record), body: { event, reason } }),
          expect: { status: 409, key: 'invalidTransition' },
        }),
      ),
  );
  return [...transitions, ...refusedStates, ...secondPersonCases(kind, contract), ...conditionCases(kind, contract)];
}

function secondPersonCases(kind: Kind, contract: Contract): Case[] {
  const secondPersonEvents = Object.entries(contract['x-transitions']).filter(([, { secondPerson }]) => secondPerson);
  const base = { kind, operationId: kind.ops.transition.id };
  return secondPersonEvents.flatMap(([event, { from }]): Case[] => {
    const record = from[0] as State; // Cast: the statuses of x-transitions, as above.
    if (kind.review === 'none') return [openToAuthor(kind, event, record)];
    return [
      {
        ...base,
        name: `${event} is refused to the author`,
        needs: { as: 'admin', record, by: 'admin', shared: true },
        request: (scene) => ({ ...targetOf(scene.record), body: { event, reason } }),
        expect: { status: 409, key: 'secondPerson' },
      },
      {
        ...base,
        name: `${event} is refused to whoever changed it`,
        needs: { as: 'admin', record },
        request: async (scene) => ({
          ...targetOf(await scene.records.update(kind, scene.record, 'admin')),
          body: { event, reason },
        }),
        expect: { status: 409, key: 'secondPerson' },
      },
    ];
  });
}

function openToAuthor(kind: Kind, event: string, record: State): Case {
  return {
    kind,
    operationId: kind.ops.transition.id,
    name: `${event} is open to the author`,
    needs: { as: 'admin', record, by: 'admin' },
    request: (scene) => ({ ...targetOf(scene.record), body: { event, reason } }),
    expect: { status: 200 },
  };
}

function conditionCases(kind: Kind, contract: Contract): Case[] {
  const base = { kind, operationId: kind.ops.transition.id };
  const eventsWithReason = Object.entries(contract['x-transitions']).filter(
    ([, { reason: requirement }]) => requirement === 'required',
  );
  const missingFields = kind.neededToApprove.filter((name) => !(name in minimalBody(kind, kind.example)));
  return [
    ...eventsWithReason.map(
      ([event, { from }]): Case => ({
        ...base,
        name: `${event} requires a reason`,
        needs: { as: 'reviewer', record: from[0] as State, shared: true }, // Cast: the statuses of x-transitions, as above.
        request: ({ record }) => ({ ...targetOf(record), body: { event } }),
        expect: { status: 422, key: 'validationError', fields: ['/reason reasonRequired'] },
      }),
    ),
    {
      ...base,
      name: 'approve requires the fields that approval needs',
      needs: { as: 'reviewer' },
      request: async (scene) => {
        const minimal = minimalBody(kind, await scene.freshBody());
        return {
          ...targetOf(await scene.records.make(kind, 'pending', 'editor', minimal)),
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
        name: `approve requires ${name}`,
        needs: { as: 'reviewer' },
        request: async (scene) => {
          const body = withoutField(kind, await scene.freshBody(), name);
          return { ...targetOf(await scene.records.make(kind, 'pending', 'editor', body)), body: { event: 'approve' } };
        },
        expect: { status: 422, key: 'validationError', fields: [`/${name} requiredToApprove`] },
      }),
    ),
  ];
}
