import assert from 'node:assert/strict';
import { pointerTo, valueAt, withValue } from '../../../contract/body-fields.ts';
import type { Case } from '../../../suite/case.ts';
import type { CaseContext } from '../../../suite/case-context.ts';
import { versionedTarget } from '../../../suite/records/records.ts';
import { type Reference, type TestedEntity, titleOf, unchangedBody } from '../../../suite/records/tested-entity.ts';
import type { RecordData, ReferencesData } from '../../../suite/requests/response-data.ts';

/** Tests every field of any entity that refers to records of this entity. */
export function referenceCases(entity: TestedEntity, entities: TestedEntity[]): Case[] {
  return entities.flatMap((otherEntity) =>
    otherEntity.references
      .filter(({ target }) => target === entity.tag)
      .flatMap((reference) => [
        ...targetCases(entity, otherEntity, reference),
        ...referrerCases(entity, otherEntity, reference),
      ]),
  );
}

function targetCases(entity: TestedEntity, otherEntity: TestedEntity, reference: Reference): Case[] {
  const usage = `the ${reference.path.join('/')} of a ${otherEntity.tag}`;
  const assertOnlyReferrer = ({ total, totals, items }: ReferencesData, { records }: CaseContext) => {
    assert.deepEqual([total, totals], [1, { [otherEntity.tag]: 1 }]);
    const [onlyReferrer, ...otherReferrers] = (items ?? []) as RecordData[]; // Cast: validated against the references' schema before.
    const createdReferrer = records.lastCreated(otherEntity);
    assert.deepEqual(
      [onlyReferrer?.entity, onlyReferrer?.id, otherReferrers],
      [otherEntity.tag, createdReferrer.id, []],
    );
    assert.deepEqual(
      [onlyReferrer?.code, onlyReferrer?.name],
      [createdReferrer.code ?? null, titleOf(otherEntity, createdReferrer)],
    );
  };
  return [
    {
      entity,
      operationId: entity.operations.remove.id,
      name: `refuses to delete ${usage}`,
      needs: { role: 'editor', recordState: 'pending' },
      request: async (context) => {
        await createReferrer(context, otherEntity, reference);
        return versionedTarget(context.record);
      },
      expect: {
        status: 409,
        key: 'inUse',
        check: ({ data }, context) => assertOnlyReferrer(data.references ?? {}, context),
      },
    },
    {
      entity,
      operationId: entity.operations.references.id,
      name: `lists a ${otherEntity.tag} that refers to the record at ${pointerTo(reference)}`,
      needs: { role: 'viewer', recordState: 'pending' },
      request: async (context) => {
        await createReferrer(context, otherEntity, reference);
        return { params: { id: context.record.id } };
      },
      expect: {
        status: 200,
        check: ({ data }, context) => assertOnlyReferrer(data, context),
      },
    },
    {
      entity,
      operationId: entity.operations.update.id,
      name: `updates ${usage} when the code changes`,
      needs: { role: 'editor', recordState: 'pending' },
      request: async (context) => {
        await createReferrer(context, otherEntity, reference);
        const newBody = await context.freshBody();
        return {
          ...versionedTarget(context.record),
          body: { ...unchangedBody(entity, context.record), [entity.identityField]: newBody[entity.identityField] },
        };
      },
      expect: {
        status: 200,
        check: async ({ data }, { backend, record, records, entity: { operations } }) => {
          const oldReferrer = records.lastCreated(otherEntity);
          const newReferrer = await backend.call(otherEntity.operations.get, 'viewer', {
            params: { id: oldReferrer.id },
          });
          assert.equal(
            valueAt(newReferrer.data.record, reference.path),
            data.record?.code,
            'the reference has the new code',
          );
          assert.equal(
            newReferrer.data.record?.version,
            oldReferrer.version + 1,
            'the referring record has a new version',
          );
          const actions = async (operation: TestedEntity['operations']['history'], { id }: RecordData) => {
            const { items = [] } = (await backend.call(operation, 'viewer', { params: { id } })).data;
            // Cast: validated against the history's schema before.
            return (items as { action: string }[]).map(({ action }) => action);
          };
          assert.deepEqual(await actions(operations.history, record), ['update', 'create']);
          assert.deepEqual(await actions(otherEntity.operations.history, oldReferrer), ['reference', 'create']);
        },
      },
    },
  ];
}

function referrerCases(entity: TestedEntity, otherEntity: TestedEntity, reference: Reference): Case[] {
  return [
    {
      entity,
      operationId: otherEntity.operations.get.id,
      name: `returns the name of the ${entity.tag} at ${pointerTo(reference)}`,
      needs: { role: 'viewer', recordState: 'pending' },
      request: async (context) => ({ params: { id: (await createReferrer(context, otherEntity, reference)).id } }),
      expect: {
        status: 200,
        check: ({ data }, { record }) => {
          assert.equal(data.labels?.[entity.tag]?.[record.code ?? '']?.name, record.name);
        },
      },
    },
    {
      entity: otherEntity,
      operationId: otherEntity.operations.create.id,
      name: `refuses an unknown ${entity.tag} at ${pointerTo(reference)}`,
      needs: { role: 'editor' },
      request: async ({ records, entity: referrer }) => {
        const unknownCode = (await records.freshBody(entity))[entity.identityField];
        return { body: withValue(await records.freshBody(referrer), reference.path, unknownCode) };
      },
      expect: { status: 422, key: 'validationError', fields: [`${pointerTo(reference)} unknownReference`] },
    },
  ];
}

async function createReferrer(
  { backend, records, record }: CaseContext,
  otherEntity: TestedEntity,
  reference: Reference,
): Promise<RecordData> {
  const body = await backend.referenceTargets.bodyReferringTo(otherEntity, reference, record, records);
  return records.create(otherEntity, 'pending', 'editor', body);
}
