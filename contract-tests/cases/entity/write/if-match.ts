import assert from 'node:assert/strict';
import type { EntityVerb } from '../../../contract/entities.ts';
import type { Case } from '../../../suite/case.ts';
import type { CaseContext } from '../../../suite/case-context.ts';
import { type RecordState, requireRecord, versionedTarget } from '../../../suite/records/records.ts';
import { type Reference, type TestedEntity, unchangedBody } from '../../../suite/records/tested-entity.ts';
import type { RecordData } from '../../../suite/requests/response-data.ts';
import { until } from '../../../suite/until.ts';
import { changedBody } from '../../../suite/values/changed-body.ts';

/** Headers that name no version in the form that the contract asks for. */
export const malformedVersions = ['W/"1"', '1', '"1", "2"', '"x"', '"-1"', '*, "1"'];

/** The operations that take a version, with the rest of a valid request and the state of their record. */
const operations: { verb: EntityVerb; role: string; state: RecordState; body?: (context: CaseContext) => object }[] = [
  { verb: 'update', role: 'editor', state: 'pending', body: ({ entity, record }) => changedBody(entity, record) },
  { verb: 'remove', role: 'editor', state: 'pending' },
  { verb: 'transition', role: 'reviewer', state: 'pending', body: () => ({ event: 'approve' }) },
  { verb: 'restore', role: 'editor', state: 'pending', body: () => ({ version: 1 }) },
  { verb: 'withdraw', role: 'editor', state: 'update proposed' },
  { verb: 'decide', role: 'reviewer', state: 'update proposed', body: () => ({ decision: 'approve' }) },
];

/** Tests the forms of `If-Match`, and that a version that is not the one there is refused, be it older or newer. */
export function ifMatchCases(entity: TestedEntity): Case[] {
  const tested = operations.filter(({ state }) => entity.review !== 'none' || state === 'pending');
  return tested.flatMap(({ verb, role, state, body }): Case[] => {
    const base = {
      entity,
      operationId: entity.operations[verb].id,
      needs: { role, recordState: state, leavesRecordUnchanged: true },
    };
    const inputOf = (context: CaseContext) => ({
      params: { id: context.record.id },
      ...(body && { body: body(context) }),
    });
    return [
      ...malformedVersions.map(
        (version): Case => ({
          ...base,
          name: `refuses the version ${version}`,
          breaksContract: true,
          request: (context) => ({ ...inputOf(context), headers: { 'if-match': version } }),
          expect: { status: 422, key: 'validationError', fields: ['/header/If-Match pattern'] },
        }),
      ),
      {
        ...base,
        name: 'refuses a version that there is not yet, and changes nothing',
        request: (context) => {
          const { version } = state === 'pending' ? context.record : context.proposal;
          return { ...inputOf(context), version: version + 1 };
        },
        expect: {
          status: 412,
          key: 'versionConflict',
          check: async ({ data }, context) => {
            const { record } = context;
            const expected = state === 'pending' ? record : context.proposal;
            assert.deepEqual([data.current?.id, data.current?.version], [expected.id, expected.version]);
            if (state === 'pending') assert.deepEqual(data.current, record, 'it has the whole record');
            const read = await context.call('get', 'viewer', { params: { id: record.id } });
            assert.deepEqual(read.data.record, record, 'the record is as it was');
          },
        },
      },
    ];
  });
}

/** Tests that a version counts as long as nothing but codes of what a record refers to has changed since. */
export function renamedReferenceCases(entity: TestedEntity): Case[] {
  const reference = entity.references.find(({ path, target }) => path.length === 1 && target !== entity.tag);
  if (!reference) return [];
  const [field = ''] = reference.path;
  let renamed: RecordData;
  /** Creates a record, and gives what it refers to another code. */
  const prepare = async (context: CaseContext, changes: (record: RecordData) => object = () => ({})) => {
    const { record, code } = await createReferrer(context, entity, reference);
    renamed = code;
    return { params: { id: record.id }, version: record.version, ...changes(record) };
  };
  const assertFollowed = (record: RecordData | null | undefined) => {
    assert.equal(record?.[field], renamed.code, 'it refers to the same record by its new code');
  };
  const base = { entity, needs: { role: 'editor' } };
  return [
    {
      ...base,
      operationId: entity.operations.update.id,
      name: 'takes an earlier version where only the code of what it refers to has changed, and what it meant then',
      request: (context) => prepare(context, (record) => ({ body: changedBody(entity, record) })),
      expect: { status: 200, check: ({ data }) => assertFollowed(data.record) },
    },
    {
      ...base,
      operationId: entity.operations.transition.id,
      name: 'takes an earlier version where only the code of what it refers to has changed',
      needs: { role: 'reviewer' },
      request: (context) => prepare(context, () => ({ body: { event: 'reject', reason: 'not this one' } })),
      expect: { status: 200, check: ({ data }) => assertFollowed(data.record) },
    },
    {
      ...base,
      operationId: entity.operations.update.id,
      name: 'refuses an earlier version where more than the code of what it refers to has changed',
      request: async (context) => {
        const input = await prepare(context, (record) => ({ body: changedBody(entity, record, 2) }));
        const { data } = await context.call('get', 'viewer', { params: input.params });
        await context.records.update(entity, requireRecord(data.record), 'admin');
        return input;
      },
      expect: { status: 412, key: 'versionConflict' },
    },
  ];
}

async function createReferrer(context: CaseContext, entity: TestedEntity, reference: Reference) {
  const { backend, records } = context;
  const target = backend.referenceTargets.entityOf(reference);
  const referred = await records.create(target, 'pending', 'editor');
  const body = await backend.referenceTargets.bodyReferringTo(entity, reference, referred, records);
  const record = await records.create(entity, 'pending', 'editor', body);
  const identity = { [target.identityField]: (await records.freshBody(target))[target.identityField] };
  const { data } = await backend.call(target.operations.update, 'editor', {
    ...versionedTarget(referred),
    body: { ...unchangedBody(target, referred), ...identity },
  });
  const code = requireRecord(data.record);
  await until(async () => {
    const read = await context.call('get', 'viewer', { params: { id: record.id } });
    assert.equal(read.data.record?.[reference.path[0] ?? ''], code.code, 'the record follows');
    assert.ok(Number(read.data.record?.version) > record.version, 'that is a version of its own');
  }, 30_000);
  return { record, code };
}
