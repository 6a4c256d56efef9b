import assert from 'node:assert/strict';
import type { Case } from '../suite/case.ts';
import { bodyOf, type Kind, uniqueValues } from '../suite/kind.ts';
import { targetOf } from '../suite/records.ts';

/** Behaviour of single kinds: derived codes, cabin codes per airline, and verifications. */
export function ownCodeCases(kinds: Kind[]): Case[] {
  const kindCreatedBy = (id: string) => kinds.filter(({ ops }) => ops.create.id === id);
  return [
    ...kindCreatedBy('createCabin').flatMap(cabinCases),
    ...kindCreatedBy('createEurailStation').flatMap(eurailCases),
    ...kindCreatedBy('createTrainStation').flatMap(verificationCases),
  ];
}

function cabinCases(kind: Kind): Case[] {
  const base = { kind, operationId: kind.ops.create.id, needs: { as: 'editor' } };
  return [
    {
      ...base,
      name: 'refuses a second cabin with the same code and no airline',
      request: async ({ records }) => {
        const first = { ...(await records.freshBody(kind)), airline: null };
        const created = await records.make(kind, 'pending', 'editor', first);
        return { body: { ...(await records.freshBody(kind)), airline: null, ...uniqueValues(kind, created) } };
      },
      expect: { status: 409, key: 'duplicateCode', fields: ['/code duplicateCode'] },
    },
    {
      ...base,
      name: 'accepts the code of an airline’s cabin for one without airline',
      request: async ({ records }) => {
        const made = await records.make(kind, 'pending', 'editor');
        return { body: { ...(await records.freshBody(kind)), airline: null, ...uniqueValues(kind, made) } };
      },
      expect: { status: 201 },
    },
  ];
}

function eurailCases(kind: Kind): Case[] {
  const uicCode = '9900001';
  return [
    {
      kind,
      operationId: kind.ops.create.id,
      name: 'takes its code from the UIC code',
      needs: { as: 'editor' },
      request: async (scene) => {
        const { code: _, ...body } = await scene.freshBody();
        return { body: { ...body, uicCode } };
      },
      expect: { status: 201, check: ({ data }) => assert.equal(data.record?.code, uicCode) },
    },
  ];
}

function verificationCases(kind: Kind): Case[] {
  const verifyRecord = { state: 'verified', note: 'as on the sign', evidence: null };
  const base = { kind, operationId: kind.ops.update.id, needs: { as: 'admin', record: 'pending' as const } };
  return [
    {
      ...base,
      name: 'records who verified it',
      request: ({ record }) => ({ ...targetOf(record), body: { ...bodyOf(kind, record), verification: verifyRecord } }),
      expect: {
        status: 200,
        check: ({ data }, scene) => {
          const { at: time, ...verification } = data.record?.verification as { at: string }; // Cast: validated before.
          assert.deepEqual(verification, { ...verifyRecord, by: scene.username('admin') });
          assert.ok(Math.abs(Date.parse(time) - Date.now()) < 60_000, `verified at ${time}`);
        },
      },
    },
    ...['name', 'telegraphCode', 'latitude'].map(
      (field): Case => ({
        ...base,
        name: `is unverified once its ${field} has changed`,
        request: async (scene) => {
          const body = { ...bodyOf(kind, scene.record), verification: verifyRecord };
          const { data } = await scene.call('update', 'editor', { ...targetOf(scene.record), body });
          assert.ok(data.record);
          const otherBody = { ...(await scene.freshBody()), latitude: 12.5 }[field];
          return { ...targetOf(data.record), body: { ...bodyOf(kind, data.record), [field]: otherBody } };
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
