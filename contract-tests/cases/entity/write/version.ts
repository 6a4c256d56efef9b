import assert from 'node:assert/strict';
import type { EntityVerb } from '../../../contract/entities.ts';
import type { Case } from '../../../suite/case.ts';
import type { CaseContext } from '../../../suite/case-context.ts';
import { versionedTarget } from '../../../suite/records/records.ts';
import type { TestedEntity } from '../../../suite/records/tested-entity.ts';
import type { RequestInput } from '../../../suite/requests/client.ts';
import { assertChanged, changedBody } from '../../../suite/values/changed-body.ts';

/** Operations on records that require a version, with the role and the rest of a valid request. */
const recordOperations: [EntityVerb, string, (context: CaseContext) => object][] = [
  ['update', 'editor', ({ entity, record }) => ({ body: changedBody(entity, record) })],
  ['remove', 'editor', () => ({})],
  ['transition', 'reviewer', () => ({ body: { event: 'approve' } })],
  ['restore', 'editor', () => ({ body: { version: 1 } })],
];

const proposalOperations: [EntityVerb, string, (context: CaseContext) => object][] = [
  ['withdraw', 'editor', () => ({})],
  ['decide', 'reviewer', () => ({ body: { decision: 'approve' } })],
];

const explicitVersionRequired = { status: 422, key: 'validationError', fields: ['/header/If-Match versionToDecide'] };

export function versionCases(entity: TestedEntity): Case[] {
  const recordCases = recordOperations.flatMap(([verb, as, restOfRequest]): Case[] => [
    {
      entity,
      operationId: entity.operations[verb].id,
      ...(verb === 'transition'
        ? { name: 'requires an explicit version to approve', expect: explicitVersionRequired }
        : { name: 'accepts any version', expect: { status: 200 } }),
      needs: { role: as, recordState: 'pending' },
      request: (context) => ({ params: { id: context.record.id }, version: '*', ...restOfRequest(context) }),
    },
    {
      ...missingVersionCase(entity, verb, restOfRequest),
      needs: { role: as, recordState: 'pending', leavesRecordUnchanged: true },
    },
    {
      entity,
      operationId: entity.operations[verb].id,
      name: 'refuses a stale version and returns the current record',
      needs: { role: as, recordState: 'pending' },
      request: async (context) => {
        await context.records.update(entity, context.record, 'editor');
        return { ...versionedTarget(context.record), ...restOfRequest(context) };
      },
      expect: {
        status: 412,
        key: 'versionConflict',
        check: ({ data }, { record }) => {
          assert.equal(data.current?.version, record.version + 1);
          assertChanged(entity, data.current, record);
        },
      },
    },
  ]);
  recordCases.push(...eventCases(entity));
  if (entity.review === 'none') return recordCases;
  const proposalCases = proposalOperations.flatMap(([verb, as, rest]): Case[] => [
    {
      ...missingVersionCase(entity, verb, rest),
      needs: { role: as, recordState: 'update proposed', leavesRecordUnchanged: true },
    },
    {
      entity,
      operationId: entity.operations[verb].id,
      name: 'refuses a stale version and returns the current proposal',
      needs: { role: as, recordState: 'update proposed' },
      request: async (context) => {
        await context.call('update', 'editor', {
          ...versionedTarget(context.record),
          body: changedBody(entity, context.record, 2),
        });
        return { ...context.proposalTarget, ...rest(context) };
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
    ...recordCases,
    ...proposalCases,
    ...[
      { name: 'requires an explicit version', body: { decision: 'approve' } },
      { name: 'requires an explicit version to reject', body: { decision: 'reject', reason: 'a reason' } },
    ].map(
      ({ name, body }): Case => ({
        entity,
        operationId: entity.operations.decide.id,
        name,
        needs: { role: 'reviewer', recordState: 'update proposed', leavesRecordUnchanged: true },
        request: ({ record }) => ({ params: { id: record.id }, version: '*', body }),
        expect: explicitVersionRequired,
      }),
    ),
    {
      entity,
      operationId: entity.operations.withdraw.id,
      name: 'accepts any version',
      needs: { role: 'editor', recordState: 'update proposed' },
      request: ({ record }) => ({ params: { id: record.id }, version: '*' }),
      expect: { status: 200 },
    },
  ];
}

/** Tests that rejecting asks for the version that was read, and other events than a decision do not. */
function eventCases(entity: TestedEntity): Case[] {
  const base = { entity, operationId: entity.operations.transition.id };
  return [
    {
      ...base,
      name: 'requires an explicit version to reject',
      needs: { role: 'reviewer', recordState: 'pending', leavesRecordUnchanged: true },
      request: ({ record }) => ({
        params: { id: record.id },
        version: '*',
        body: { event: 'reject', reason: 'a reason' },
      }),
      expect: explicitVersionRequired,
    },
    {
      ...base,
      name: 'accepts any version to activate',
      needs: { role: 'reviewer', recordState: 'approved' },
      request: ({ record }) => ({ params: { id: record.id }, version: '*', body: { event: 'activate' } }),
      expect: { status: 200 },
    },
  ];
}

function missingVersionCase(
  entity: TestedEntity,
  verb: EntityVerb,
  rest: (context: CaseContext) => object,
): Omit<Case, 'needs'> {
  return {
    entity,
    operationId: entity.operations[verb].id,
    name: 'requires If-Match',
    request: (context): RequestInput => ({ params: { id: context.record.id }, ...rest(context) }),
    expect: { status: 428, key: 'preconditionRequired' },
  };
}
