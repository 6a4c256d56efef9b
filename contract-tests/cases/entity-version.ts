import assert from 'node:assert/strict';
import type { EntityVerb } from '../contract/entities.ts';
import type { Case } from '../suite/case.ts';
import { assertChanged, changedBody } from '../suite/change.ts';
import type { RequestInput } from '../suite/client.ts';
import type { Kind } from '../suite/kind.ts';
import { targetOf } from '../suite/records.ts';
import type { Scene } from '../suite/scene.ts';

/** The operations that require a version, with the role and the rest of a valid request. */
const recordOperations: [EntityVerb, string, (scene: Scene) => object][] = [
  ['update', 'editor', ({ kind, record }) => ({ body: changedBody(kind, record) })],
  ['remove', 'editor', () => ({})],
  ['transition', 'reviewer', () => ({ body: { event: 'approve' } })],
  ['restore', 'editor', () => ({ body: { version: 1 } })],
];

const proposalOperations: [EntityVerb, string, (scene: Scene) => object][] = [
  ['withdraw', 'editor', () => ({})],
  ['decide', 'reviewer', () => ({ body: { decision: 'approve' } })],
];

const versionNotRead = { status: 422, key: 'validationError', fields: ['/header/If-Match versionToDecide'] };

export function versionCases(kind: Kind): Case[] {
  const records = recordOperations.flatMap(([verb, as, rest]): Case[] => [
    {
      kind,
      operationId: kind.ops[verb].id,
      ...(verb === 'transition'
        ? { name: 'approves only with the version that was read', expect: versionNotRead }
        : { name: 'accepts any version', expect: { status: 200 } }),
      needs: { as, record: 'pending' },
      request: (scene) => ({ params: { id: scene.record.id }, version: '*', ...rest(scene) }),
    },
    {
      ...missingVersionCase(kind, verb, rest),
      needs: { as, record: 'pending', shared: true },
    },
    {
      kind,
      operationId: kind.ops[verb].id,
      name: 'refuses a version that is not the newest, with the newest record',
      needs: { as, record: 'pending' },
      request: async (scene) => {
        await scene.records.update(kind, scene.record, 'editor');
        return { ...targetOf(scene.record), ...rest(scene) };
      },
      expect: {
        status: 412,
        key: 'versionConflict',
        check: ({ data }, { record }) => {
          assert.equal(data.current?.version, record.version + 1);
          assertChanged(kind, data.current, record);
        },
      },
    },
  ]);
  if (kind.review === 'none') return records;
  const openProposals = proposalOperations.flatMap(([verb, as, rest]): Case[] => [
    {
      ...missingVersionCase(kind, verb, rest),
      needs: { as, record: 'update proposed', shared: true },
    },
    {
      kind,
      operationId: kind.ops[verb].id,
      name: 'refuses a version that is not the newest, with the newest proposal',
      needs: { as, record: 'update proposed' },
      request: async (scene) => {
        await scene.call('update', 'editor', { ...targetOf(scene.record), body: changedBody(kind, scene.record, 2) });
        return { ...scene.atProposal, ...rest(scene) };
      },
      expect: {
        status: 412,
        key: 'versionConflict',
        check: ({ data }, { proposal }) => {
          assert.deepEqual([data.current?.id, data.current?.version], [proposal.id, proposal.version + 1]);
        },
      },
    },
  ]);
  return [
    ...records,
    ...openProposals,
    {
      kind,
      operationId: kind.ops.decide.id,
      name: 'requires the version that was read',
      needs: { as: 'reviewer', record: 'update proposed', shared: true },
      request: ({ record }) => ({ params: { id: record.id }, version: '*', body: { decision: 'approve' } }),
      expect: versionNotRead,
    },
    {
      kind,
      operationId: kind.ops.withdraw.id,
      name: 'accepts any version',
      needs: { as: 'editor', record: 'update proposed' },
      request: ({ record }) => ({ params: { id: record.id }, version: '*' }),
      expect: { status: 200 },
    },
  ];
}

function missingVersionCase(kind: Kind, verb: EntityVerb, rest: (scene: Scene) => object): Omit<Case, 'needs'> {
  return {
    kind,
    operationId: kind.ops[verb].id,
    name: 'requires If-Match',
    request: (scene): RequestInput => ({ params: { id: scene.record.id }, ...rest(scene) }),
    expect: { status: 428, key: 'preconditionRequired' },
  };
}
