import assert from 'node:assert/strict';
import type { Case } from '../../suite/case.ts';
import { versionedTarget } from '../../suite/records/records.ts';
import { type TestedEntity, unchangedBody, uniqueValues } from '../../suite/records/tested-entity.ts';

/** Tests rules of single entities: derived codes, cabin codes per airline, and verifications. */
export function specificEntityCases(entities: TestedEntity[]): Case[] {
  const entityCreatedBy = (id: string) => entities.filter(({ operations }) => operations.create.id === id);
  return [
    ...entityCreatedBy('createCabin').flatMap(cabinCases),
    ...entityCreatedBy('createEurailStation').flatMap(eurailCases),
    ...entityCreatedBy('createTrainStation').flatMap(verificationCases),
  ];
}

function cabinCases(entity: TestedEntity): Case[] {
  const base = { entity, operationId: entity.operations.create.id, needs: { role: 'editor' } };
  return [
    {
      ...base,
      name: 'refuses a second cabin with the same code and no airline',
      request: async ({ records }) => {
        const first = { ...(await records.freshBody(entity)), airline: null };
        const created = await records.create(entity, 'pending', 'editor', first);
        return { body: { ...(await records.freshBody(entity)), airline: null, ...uniqueValues(entity, created) } };
      },
      expect: { status: 409, key: 'duplicateCode', fields: ['/code duplicateCode'] },
    },
    {
      ...base,
      name: 'accepts the code of an airline’s cabin for a cabin without an airline',
      request: async ({ records }) => {
        const createdCabin = await records.create(entity, 'pending', 'editor');
        return { body: { ...(await records.freshBody(entity)), airline: null, ...uniqueValues(entity, createdCabin) } };
      },
      expect: { status: 201 },
    },
  ];
}

function eurailCases(entity: TestedEntity): Case[] {
  const uicCode = '9900001';
  return [
    {
      entity,
      operationId: entity.operations.create.id,
      name: 'derives the code from the UIC code',
      needs: { role: 'editor' },
      request: async (context) => {
        const { code: _, ...body } = await context.freshBody();
        return { body: { ...body, uicCode } };
      },
      expect: { status: 201, check: ({ data }) => assert.equal(data.record?.code, uicCode) },
    },
  ];
}

function verificationCases(entity: TestedEntity): Case[] {
  const verifiedState = { state: 'verified', note: 'as on the sign', evidence: null };
  const base = {
    entity,
    operationId: entity.operations.update.id,
    needs: { role: 'admin', recordState: 'pending' as const },
  };
  return [
    {
      ...base,
      name: 'stores who verified the station and when',
      request: ({ record }) => ({
        ...versionedTarget(record),
        body: { ...unchangedBody(entity, record), verification: verifiedState },
      }),
      expect: {
        status: 200,
        check: ({ data }, context) => {
          const { at: time, ...verification } = data.record?.verification as { at: string }; // Cast: validated before.
          assert.deepEqual(verification, { ...verifiedState, by: context.username('admin') });
          assert.ok(Math.abs(Date.parse(time) - Date.now()) < 60_000, `verified at ${time}`);
        },
      },
    },
    ...['name', 'telegraphCode', 'latitude'].map(
      (field): Case => ({
        ...base,
        name: `resets the verification when ${field} changes`,
        request: async (context) => {
          const body = { ...unchangedBody(entity, context.record), verification: verifiedState };
          const { data } = await context.call('update', 'editor', { ...versionedTarget(context.record), body });
          assert.ok(data.record, 'there is one');
          const changedValue = { ...(await context.freshBody()), latitude: 12.5 }[field];
          return {
            ...versionedTarget(data.record),
            body: { ...unchangedBody(entity, data.record), [field]: changedValue },
          };
        },
        expect: {
          status: 200,
          check: ({ data }) => {
            const { state } = data.record?.verification as { state: string }; // Cast: validated before.
            assert.equal(state, 'unverified');
          },
        },
      }),
    ),
  ];
}
