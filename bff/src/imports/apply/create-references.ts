import { entityByKey } from '#crud/entity.ts';
import type { Entity } from '#crud/model.ts';
import { findViolations, prepareManyValues } from '#crud/prepare.ts';
import { lockByCode } from '#crud/reference-paths.ts';
import { addWriters } from '#crud/second-person.ts';
import { insertRecords } from '#crud/store.ts';
import { insertAll } from '#database';
import type { EntityKey } from '#http/contract.ts';
import { contributorIdsOf } from '../steps/import-work.ts';
import type { PendingReference } from '../values/candidate.ts';
import { type ApplyChunk, type Item, type Refused, withColumns } from './judge-rows.ts';

const nameOf = ({ kind, code }: { kind: EntityKey; code: string }) => `${kind} ${code}`;

/** References that no record stands behind. */
const unresolvedOf = ({ candidate: { pendingReferences, values } }: Item): PendingReference[] =>
  pendingReferences.filter(({ pointer }) => values?.refs[pointer] === undefined);

const waitsForFile = (item: Item) => unresolvedOf(item).some(({ mayBeInFile }) => mayBeInFile);

/**
 * Those rows whose references all stand for records, what is missing created along: pending, once for however many rows want it. Rows
 * that wait for a row of the file are left out; where nothing moves any more they wait for each other, and are refused.
 */
export async function createMissingReferences(chunk: ApplyChunk, items: Item[], refused: Refused[]): Promise<Item[]> {
  const { entity, isLastRound } = chunk;
  const wanted = new Map<string, PendingReference>();
  for (const each of items.filter((item) => !waitsForFile(item)).flatMap(unresolvedOf)) {
    const name = nameOf(each);
    // the first row that wants a record says where it lies
    if (!wanted.has(name)) wanted.set(name, each);
  }
  const ids = await idsOfWanted(chunk, [...wanted.values()]);
  return items.filter((item) => {
    if (waitsForFile(item)) {
      if (isLastRound)
        refused.push(
          refusal(
            entity,
            item,
            unresolvedOf(item).filter(({ mayBeInFile }) => mayBeInFile),
            'circle',
          ),
        );
      return false;
    }
    const inOtherCountry = unresolvedOf(item).filter((each) => wanted.get(nameOf(each))?.country !== each.country);
    if (inOtherCountry.length > 0) {
      refused.push(refusal(entity, item, inOtherCountry, 'otherCountry'));
      return false;
    }
    for (const pendingReferences of unresolvedOf(item)) {
      const id = ids.get(nameOf(pendingReferences));
      if (id !== undefined && item.candidate.values) item.candidate.values.refs[pendingReferences.pointer] = id;
    }
    const unresolved = unresolvedOf(item);
    if (unresolved.length > 0) refused.push(refusal(entity, item, unresolved, 'unknownReference'));
    return unresolved.length === 0;
  });
}

const refusal = (
  entity: Entity,
  { row, candidate }: Item,
  unresolved: PendingReference[],
  rule: 'circle' | 'otherCountry' | 'unknownReference',
): Refused => {
  const problems = unresolved.map(({ pointer, code }) => ({
    column: undefined,
    pointer,
    rule,
    parameters: { value: code },
  }));
  return { row, outcome: 'refused', problems: withColumns(entity, candidate, ...problems) };
};

/** Ids by kind and code of records that are wanted, and may by now have come into being by somebody else. */
async function idsOfWanted(chunk: ApplyChunk, wanted: PendingReference[]): Promise<Map<string, number>> {
  const ids = await lockByCode(chunk.trx, wanted);
  const missing = new Map(wanted.filter((each) => !ids.has(nameOf(each))).map((each) => [nameOf(each), each]));
  const kinds = new Set([...missing.values()].map((each) => each.kind));
  // places lie in countries that may be missing, too
  for (const kind of [...kinds].toSorted((a, b) => Number(b === 'country') - Number(a === 'country'))) {
    if (!chunk.apply.creates.includes(kind)) continue;
    const wantedOfKind = [...missing.values()].filter((each) => each.kind === kind);
    for (const [name, id] of await createRecords(chunk, kind, wantedOfKind)) ids.set(name, id);
  }
  return ids;
}

async function createRecords(
  chunk: ApplyChunk,
  kind: EntityKey,
  wanted: PendingReference[],
): Promise<Map<string, number>> {
  const { crud, trx, stored, workRequest, reason, createdCodes } = chunk;
  const entity = entityByKey(crud, kind);
  const drafts = wanted.map(({ code, name, country }) => ({
    body: { code, name, ...(country !== undefined && { country }) },
    writing: { actor: workRequest.by },
  }));
  const prepared = await prepareManyValues(trx, entity, drafts);
  const violations = await findViolations(
    trx,
    entity,
    prepared.map(({ values }) => ({ values, id: undefined })),
  );
  const validRecords = prepared.filter(({ problems }, at) => problems.length === 0 && violations[at]?.length === 0);
  const created = await insertRecords(trx, entity, validRecords, { action: 'create', actor: workRequest.by, reason });
  const ids = created.map(({ record }) => record.id);
  await addWriters(trx, kind, ids, contributorIdsOf(chunk));
  await insertAll(
    trx,
    'import_reference',
    ids.map((record_id) => ({ import_id: stored.id, entity: kind, record_id })),
  );
  const createdByName = created.map(({ record }) => ({ kind, code: String(record.code), id: record.id }));
  createdCodes.push(...createdByName);
  return new Map(createdByName.map((each) => [nameOf(each), each.id]));
}
