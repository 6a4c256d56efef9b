import assert from 'node:assert/strict';
import type { Contract } from '../contract/types.ts';
import type { Case } from '../suite/case.ts';
import type { Kind } from '../suite/kind.ts';
import { at, type State } from '../suite/records.ts';
import { leastOf, without } from '../suite/without.ts';

const reason = 'so that the case goes on';

/** One row per event and status, all of them read from x-transitions. */
export function lifeCases(kind: Kind, contract: Contract): Case[] {
  const base = { kind, operationId: kind.ops.transition.id };
  const events = Object.entries(contract['x-transitions']);
  const statuses = (contract.components.schemas.Status?.enum ?? []) as State[]; // Cast: records are made in each.
  const allowed = events.flatMap(([event, { from, to, permission }]) =>
    (from as State[]).map(
      // Cast: the statuses of x-transitions, as above.
      (state): Case => ({
        ...base,
        name: `${event} leads from ${state} to ${to}`,
        needs: { as: permission === 'review' ? 'reviewer' : 'editor', record: state },
        request: ({ record }) => ({ ...at(record), body: { event, reason } }),
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
  const refused = events.flatMap(([event, { from, permission }]) =>
    statuses
      .filter((state) => !from.includes(state))
      .map(
        (state): Case => ({
          ...base,
          name: `${event} is refused where a record is ${state}`,
          needs: { as: permission === 'review' ? 'reviewer' : 'editor', record: state, shared: true },
          request: ({ record }) => ({ ...at(record), body: { event, reason } }),
          expect: { status: 409, key: 'invalidTransition' },
        }),
      ),
  );
  return [...allowed, ...refused, ...secondPersonCases(kind, contract), ...conditionCases(kind, contract)];
}

function secondPersonCases(kind: Kind, contract: Contract): Case[] {
  const barred = Object.entries(contract['x-transitions']).filter(([, { secondPerson }]) => secondPerson);
  const base = { kind, operationId: kind.ops.transition.id };
  return barred.flatMap(([event, { from }]): Case[] => {
    const record = from[0] as State; // Cast: the statuses of x-transitions, as above.
    if (kind.review === 'none') return [openToAuthor(kind, event, record)];
    return [
      {
        ...base,
        name: `${event} is refused to the author`,
        needs: { as: 'admin', record, by: 'admin', shared: true },
        request: (scene) => ({ ...at(scene.record), body: { event, reason } }),
        expect: { status: 409, key: 'secondPerson' },
      },
      {
        ...base,
        name: `${event} is refused to whoever changed it`,
        needs: { as: 'admin', record },
        request: async (scene) => ({
          ...at(await scene.records.update(kind, scene.record, 'admin')),
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
    request: (scene) => ({ ...at(scene.record), body: { event, reason } }),
    expect: { status: 200 },
  };
}

function conditionCases(kind: Kind, contract: Contract): Case[] {
  const base = { kind, operationId: kind.ops.transition.id };
  const reasoned = Object.entries(contract['x-transitions']).filter(([, { reason: asked }]) => asked === 'required');
  const lacking = kind.neededToApprove.filter((name) => !(name in leastOf(kind, kind.example)));
  return [
    ...reasoned.map(
      ([event, { from }]): Case => ({
        ...base,
        name: `${event} wants a reason`,
        needs: { as: 'reviewer', record: from[0] as State, shared: true }, // Cast: the statuses of x-transitions, as above.
        request: ({ record }) => ({ ...at(record), body: { event } }),
        expect: { status: 422, key: 'validationError', fields: ['/reason reasonRequired'] },
      }),
    ),
    {
      ...base,
      name: 'approve wants the fields that approval needs',
      needs: { as: 'reviewer' },
      request: async (scene) => {
        const least = leastOf(kind, await scene.freshBody());
        return { ...at(await scene.records.make(kind, 'pending', 'editor', least)), body: { event: 'approve' } };
      },
      expect: {
        status: lacking.length > 0 ? 422 : 200,
        fields: lacking.map((name) => `/${name} requiredToApprove`),
      },
    },
    ...lacking.map(
      (name): Case => ({
        ...base,
        name: `approve wants ${name}`,
        needs: { as: 'reviewer' },
        request: async (scene) => {
          const body = without(kind, await scene.freshBody(), name);
          return { ...at(await scene.records.make(kind, 'pending', 'editor', body)), body: { event: 'approve' } };
        },
        expect: { status: 422, key: 'validationError', fields: [`/${name} requiredToApprove`] },
      }),
    ),
  ];
}
