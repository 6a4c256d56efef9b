import assert from 'node:assert/strict';
import type { EntityVerb } from '../contract/entities.ts';
import type { Case } from '../suite/case.ts';
import { assertChanged, changed } from '../suite/change.ts';
import type { Input } from '../suite/client.ts';
import type { Kind } from '../suite/kind.ts';
import { at } from '../suite/records.ts';
import type { Scene } from '../suite/scene.ts';

/** Which operations want the version of what they change, and how one is called. */
const ofRecord: [EntityVerb, string, (scene: Scene) => object][] = [
  ['update', 'editor', ({ kind, record }) => ({ body: changed(kind, record) })],
  ['remove', 'editor', () => ({})],
  ['transition', 'reviewer', () => ({ body: { event: 'approve' } })],
  ['restore', 'editor', () => ({ body: { version: 1 } })],
];

const ofProposal: [EntityVerb, string, (scene: Scene) => object][] = [
  ['withdraw', 'editor', () => ({})],
  ['decide', 'reviewer', () => ({ body: { decision: 'approve' } })],
];

const unread = { status: 422, key: 'validationError', fields: ['/header/If-Match versionToDecide'] };

export function versionCases(kind: Kind): Case[] {
  const records = ofRecord.flatMap(([verb, as, rest]): Case[] => [
    {
      kind,
      operationId: kind.ops[verb].id,
      ...(verb === 'transition'
        ? { name: 'wants the version that was read to approve', expect: unread }
        : { name: 'takes any version', expect: { status: 200 } }),
      needs: { as, record: 'pending' },
      request: (scene) => ({ params: { id: scene.record.id }, version: '*', ...rest(scene) }),
    },
    {
      ...missing(kind, verb, rest),
      needs: { as, record: 'pending', shared: true },
    },
    {
      kind,
      operationId: kind.ops[verb].id,
      name: 'refuses a version that is not the newest, with the newest record',
      needs: { as, record: 'pending' },
      request: async (scene) => {
        await scene.records.update(kind, scene.record, 'editor');
        return { ...at(scene.record), ...rest(scene) };
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
  const proposals = ofProposal.flatMap(([verb, as, rest]): Case[] => [
    {
      ...missing(kind, verb, rest),
      needs: { as, record: 'update proposed', shared: true },
    },
    {
      kind,
      operationId: kind.ops[verb].id,
      name: 'refuses a version that is not the newest, with the newest proposal',
      needs: { as, record: 'update proposed' },
      request: async (scene) => {
        await scene.call('update', 'editor', { ...at(scene.record), body: changed(kind, scene.record, 2) });
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
    ...proposals,
    {
      kind,
      operationId: kind.ops.decide.id,
      name: 'wants the version that was read',
      needs: { as: 'reviewer', record: 'update proposed', shared: true },
      request: ({ record }) => ({ params: { id: record.id }, version: '*', body: { decision: 'approve' } }),
      expect: unread,
    },
    {
      kind,
      operationId: kind.ops.withdraw.id,
      name: 'takes any version',
      needs: { as: 'editor', record: 'update proposed' },
      request: ({ record }) => ({ params: { id: record.id }, version: '*' }),
      expect: { status: 200 },
    },
  ];
}

function missing(kind: Kind, verb: EntityVerb, rest: (scene: Scene) => object): Omit<Case, 'needs'> {
  return {
    kind,
    operationId: kind.ops[verb].id,
    name: 'wants If-Match',
    request: (scene): Input => ({ params: { id: scene.record.id }, ...rest(scene) }),
    expect: { status: 428, key: 'preconditionRequired' },
  };
}
