import type { ItemResult } from '#change-sets/engine/item.ts';
import type { Chunk } from '#change-sets/engine/process-items.ts';
import { entityByKey } from '#crud/entity.ts';
import { findViolations, prepareManyValues } from '#crud/prepare.ts';
import { readIdsByCode } from '#crud/references/reference-paths.ts';
import { addContributors } from '#crud/review/second-person.ts';
import { insertRecords } from '#crud/store.ts';
import { insertAll } from '#database';
import type { EntityKey } from '#http/contract.ts';
import { contributorIdsOf } from '../import-work.ts';
import type { StoredRow } from '../stored-row.ts';
import type { PendingReference } from '../values/candidate.ts';
import type { ApplyContext, RowChange } from './apply-context.ts';

const keyOfReference = ({ entityKey, code }: { entityKey: EntityKey; code: string }) => `${entityKey} ${code}`;

/** Returns the references of a row that have no record yet. */
const unresolvedReferences = ({ candidate: { pendingReferences }, values }: RowChange): PendingReference[] =>
  pendingReferences.filter(({ pointer }) => values.refs[pointer] === undefined);

const isExpected = ({ mayBeCreatedByFile }: PendingReference) => mayBeCreatedByFile;

/**
 * Completes the references of rows. Missing records are created as pending, each only once. Rows that wait for another row of the file
 * are left out; in the last round they wait for each other, so they are refused.
 */
export async function createMissingReferences(
  context: ApplyContext,
  chunk: Chunk,
  changes: RowChange[],
): Promise<{ ready: RowChange[]; refused: ItemResult<StoredRow>[] }> {
  const isWaiting = (change: RowChange) => unresolvedReferences(change).some(isExpected);
  const missingReferences = new Map<string, PendingReference>();
  for (const each of changes.filter((change) => !isWaiting(change)).flatMap(unresolvedReferences)) {
    const name = keyOfReference(each);
    // the first row that refers to a missing record determines its country
    if (!missingReferences.has(name)) missingReferences.set(name, each);
  }
  const ids = await findOrCreateRecords(context, chunk, [...missingReferences.values()]);
  const ready: RowChange[] = [];
  const refused: ItemResult<StoredRow>[] = [];
  for (const change of changes) {
    const unresolved = unresolvedReferences(change);
    if (unresolved.some(isExpected)) {
      if (chunk.isLastRound) refused.push(toRefusal(change, unresolved.filter(isExpected), 'circle'));
      continue;
    }
    const inOtherCountry = unresolved.filter(
      (each) => missingReferences.get(keyOfReference(each))?.country !== each.country,
    );
    if (inOtherCountry.length > 0) {
      refused.push(toRefusal(change, inOtherCountry, 'otherCountry'));
      continue;
    }
    for (const reference of unresolved) {
      const id = ids.get(keyOfReference(reference));
      if (id !== undefined) change.values.refs[reference.pointer] = id;
    }
    const unknown = unresolvedReferences(change);
    if (unknown.length > 0) refused.push(toRefusal(change, unknown, 'unknownReference'));
    else ready.push(change);
  }
  return { ready, refused };
}

const toRefusal = (
  { item }: RowChange,
  unresolved: PendingReference[],
  rule: 'circle' | 'otherCountry' | 'unknownReference',
): ItemResult<StoredRow> => ({
  item,
  outcome: 'refused',
  problems: unresolved.map(({ pointer, code }) => ({ pointer, rule, parameters: { value: code } })),
});

/** Returns the ids of the referenced records by entity and code. Somebody else may have created some of them meanwhile. */
async function findOrCreateRecords(
  context: ApplyContext,
  chunk: Chunk,
  references: PendingReference[],
): Promise<Map<string, number>> {
  const ids = await readIdsByCode(chunk.trx, references);
  const missingReferences = new Map(
    references.filter((each) => !ids.has(keyOfReference(each))).map((each) => [keyOfReference(each), each]),
  );
  const entityKeys = new Set([...missingReferences.values()].map((each) => each.entityKey));
  // countries come first, as the missing places refer to them
  for (const entityKey of [...entityKeys].toSorted((a, b) => Number(b === 'country') - Number(a === 'country'))) {
    if (!context.apply.creates.includes(entityKey)) continue;
    const missingOfEntity = [...missingReferences.values()].filter((each) => each.entityKey === entityKey);
    for (const [name, id] of await createRecords(context, chunk, entityKey, missingOfEntity)) ids.set(name, id);
  }
  return ids;
}

async function createRecords(
  context: ApplyContext,
  { trx, afterCommit }: Chunk,
  entityKey: EntityKey,
  references: PendingReference[],
): Promise<Map<string, number>> {
  const { crud, stored, workRequest, reason, rowContext } = context;
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
  await addContributors(trx, entityKey, ids, contributorIdsOf(context));
  // remembered apart from the rows, so that a revert removes these records and whoever applies the import does not review them
  await insertAll(
    trx,
    'import_reference',
    ids.map((record_id) => ({ import_id: stored.id, entity: entityKey, record_id })),
  );
  const createdRecords = created.map(({ record }) => ({ entityKey, code: String(record.code), id: record.id }));
  // later chunks need not create them again
  afterCommit(() => {
    for (const { code } of createdRecords) rowContext.resolver.add(entityKey, code);
  });
  return new Map(createdRecords.map((each) => [keyOfReference(each), each.id]));
}
