import { entityByKey } from '#crud/entity.ts';
import type { Entity } from '#crud/model.ts';
import { findViolations, prepareManyValues } from '#crud/prepare.ts';
import { readIdsByCode } from '#crud/references/reference-paths.ts';
import { addContributors } from '#crud/review/second-person.ts';
import { insertRecords } from '#crud/store.ts';
import { insertAll } from '#database';
import type { EntityKey } from '#http/contract.ts';
import { contributorIdsOf } from '../steps/import-work.ts';
import type { PendingReference } from '../values/candidate.ts';
import { type ApplyChunk, type RefusedRow, type RowCandidate, withProblemColumns } from './compare-rows.ts';

const keyOfReference = ({ entityKey, code }: { entityKey: EntityKey; code: string }) => `${entityKey} ${code}`;

/** Returns the references of a row that have no record yet. */
const unresolvedReferences = ({ candidate: { pendingReferences, values } }: RowCandidate): PendingReference[] =>
  pendingReferences.filter(({ pointer }) => values?.refs[pointer] === undefined);

const waitsForFileRow = (item: RowCandidate) =>
  unresolvedReferences(item).some(({ mayBeCreatedByFile }) => mayBeCreatedByFile);

/**
 * Returns the rows whose references all have a record. Missing records are created as pending, each only once. Rows that wait for
 * another row of the file are left out; in the last round they wait for each other, so they are refused.
 */
export async function createMissingReferences(
  chunk: ApplyChunk,
  items: RowCandidate[],
  refused: RefusedRow[],
): Promise<RowCandidate[]> {
  const { entity, isLastRound } = chunk;
  const missingReferences = new Map<string, PendingReference>();
  for (const each of items.filter((item) => !waitsForFileRow(item)).flatMap(unresolvedReferences)) {
    const name = keyOfReference(each);
    // the first row that refers to a missing record determines its country
    if (!missingReferences.has(name)) missingReferences.set(name, each);
  }
  const ids = await findOrCreateRecords(chunk, [...missingReferences.values()]);
  return items.filter((item) => {
    if (waitsForFileRow(item)) {
      if (isLastRound)
        refused.push(
          toRefusal(
            entity,
            item,
            unresolvedReferences(item).filter(({ mayBeCreatedByFile }) => mayBeCreatedByFile),
            'circle',
          ),
        );
      return false;
    }
    const inOtherCountry = unresolvedReferences(item).filter(
      (each) => missingReferences.get(keyOfReference(each))?.country !== each.country,
    );
    if (inOtherCountry.length > 0) {
      refused.push(toRefusal(entity, item, inOtherCountry, 'otherCountry'));
      return false;
    }
    for (const reference of unresolvedReferences(item)) {
      const id = ids.get(keyOfReference(reference));
      if (id !== undefined && item.candidate.values) item.candidate.values.refs[reference.pointer] = id;
    }
    const unresolved = unresolvedReferences(item);
    if (unresolved.length > 0) refused.push(toRefusal(entity, item, unresolved, 'unknownReference'));
    return unresolved.length === 0;
  });
}

const toRefusal = (
  entity: Entity,
  { row, candidate }: RowCandidate,
  unresolved: PendingReference[],
  rule: 'circle' | 'otherCountry' | 'unknownReference',
): RefusedRow => {
  const problems = unresolved.map(({ pointer, code }) => ({
    column: undefined,
    pointer,
    rule,
    parameters: { value: code },
  }));
  return { row, outcome: 'refused', problems: withProblemColumns(entity, candidate, ...problems) };
};

/** Returns the ids of the referenced records by entity and code. Somebody else may have created some of them meanwhile. */
async function findOrCreateRecords(chunk: ApplyChunk, references: PendingReference[]): Promise<Map<string, number>> {
  const ids = await readIdsByCode(chunk.trx, references);
  const missingReferences = new Map(
    references.filter((each) => !ids.has(keyOfReference(each))).map((each) => [keyOfReference(each), each]),
  );
  const entityKeys = new Set([...missingReferences.values()].map((each) => each.entityKey));
  // countries come first, as the missing places refer to them
  for (const entityKey of [...entityKeys].toSorted((a, b) => Number(b === 'country') - Number(a === 'country'))) {
    if (!chunk.apply.creates.includes(entityKey)) continue;
    const missingOfEntity = [...missingReferences.values()].filter((each) => each.entityKey === entityKey);
    for (const [name, id] of await createRecords(chunk, entityKey, missingOfEntity)) ids.set(name, id);
  }
  return ids;
}

async function createRecords(
  chunk: ApplyChunk,
  entityKey: EntityKey,
  references: PendingReference[],
): Promise<Map<string, number>> {
  const { crud, trx, stored, workRequest, reason, createdCodes } = chunk;
  const entity = entityByKey(crud, entityKey);
  const inputs = references.map(({ code, name, country }) => ({
    body: { code, name, ...(country !== undefined && { country }) },
    writing: { actor: workRequest.by },
  }));
  const prepared = await prepareManyValues(trx, entity, inputs);
  const violations = await findViolations(
    trx,
    entity,
    prepared.map(({ values }) => ({ values, id: undefined })),
  );
  const validRecords = prepared.filter(({ problems }, at) => problems.length === 0 && violations[at]?.length === 0);
  const created = await insertRecords(trx, entity, validRecords, { action: 'create', actor: workRequest.by, reason });
  const ids = created.map(({ record }) => record.id);
  await addContributors(trx, entityKey, ids, contributorIdsOf(chunk));
  // remembered apart from the rows, so that a revert removes these records and whoever applies the import does not review them
  await insertAll(
    trx,
    'import_reference',
    ids.map((record_id) => ({ import_id: stored.id, entity: entityKey, record_id })),
  );
  const createdRecords = created.map(({ record }) => ({ entityKey, code: String(record.code), id: record.id }));
  createdCodes.push(...createdRecords);
  return new Map(createdRecords.map((each) => [keyOfReference(each), each.id]));
}
