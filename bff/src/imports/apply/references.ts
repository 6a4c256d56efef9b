import { addWriters } from '#crud/contributors.ts';
import { entityByKey } from '#crud/entity.ts';
import type { Entity } from '#crud/model.ts';
import { findViolations, prepareManyValues } from '#crud/prepare.ts';
import { lockByCode } from '#crud/reference-paths.ts';
import { insertRecords } from '#crud/store.ts';
import { insertAll } from '#database';
import type { EntityKey } from '#http/contract.ts';
import { writersOf } from '../steps/import-work.ts';
import type { Awaited } from '../values/candidate.ts';
import { type Chunk, type Item, located, type Refused } from './judge.ts';

const nameOf = ({ kind, code }: { kind: EntityKey; code: string }) => `${kind} ${code}`;

/** References that no record stands behind. */
const openOf = ({ candidate: { awaited, values } }: Item): Awaited[] =>
  awaited.filter(({ pointer }) => values?.refs[pointer] === undefined);

const waits = (item: Item) => openOf(item).some(({ inFile }) => inFile);

/**
 * Those rows whose references all stand for records, what is missing created along: pending, once for however many rows want it. Rows
 * that wait for a row of the file are left out; where nothing moves any more they wait for each other, and are refused.
 */
export async function withReferences(chunk: Chunk, items: Item[], refused: Refused[]): Promise<Item[]> {
  const { entity, last } = chunk;
  const wanted = new Map<string, Awaited>();
  for (const each of items.filter((item) => !waits(item)).flatMap(openOf)) {
    const name = nameOf(each);
    // the first row that wants a record says where it lies
    if (!wanted.has(name)) wanted.set(name, each);
  }
  const ids = await recordsFor(chunk, [...wanted.values()]);
  return items.filter((item) => {
    if (waits(item)) {
      if (last)
        refused.push(
          refusal(
            entity,
            item,
            openOf(item).filter(({ inFile }) => inFile),
            'circle',
          ),
        );
      return false;
    }
    const elsewhere = openOf(item).filter((each) => wanted.get(nameOf(each))?.country !== each.country);
    if (elsewhere.length > 0) {
      refused.push(refusal(entity, item, elsewhere, 'otherCountry'));
      return false;
    }
    for (const awaited of openOf(item)) {
      const id = ids.get(nameOf(awaited));
      if (id !== undefined && item.candidate.values) item.candidate.values.refs[awaited.pointer] = id;
    }
    const lost = openOf(item);
    if (lost.length > 0) refused.push(refusal(entity, item, lost, 'unknownReference'));
    return lost.length === 0;
  });
}

const refusal = (
  entity: Entity,
  { row, candidate }: Item,
  lost: Awaited[],
  rule: 'circle' | 'otherCountry' | 'unknownReference',
): Refused => {
  const problems = lost.map(({ pointer, code }) => ({ column: undefined, pointer, rule, parameters: { value: code } }));
  return { row, outcome: 'refused', problems: located(entity, candidate, ...problems) };
};

/** Ids by kind and code of records that are wanted, and may by now have come into being by somebody else. */
async function recordsFor(chunk: Chunk, wanted: Awaited[]): Promise<Map<string, number>> {
  const ids = await lockByCode(chunk.trx, wanted);
  const missing = new Map(wanted.filter((each) => !ids.has(nameOf(each))).map((each) => [nameOf(each), each]));
  const kinds = new Set([...missing.values()].map((each) => each.kind));
  // places lie in countries that may be missing, too
  for (const kind of [...kinds].toSorted((a, b) => Number(b === 'country') - Number(a === 'country'))) {
    if (!chunk.apply.creates.includes(kind)) continue;
    const own = [...missing.values()].filter((each) => each.kind === kind);
    for (const [name, id] of await create(chunk, kind, own)) ids.set(name, id);
  }
  return ids;
}

async function create(chunk: Chunk, kind: EntityKey, wanted: Awaited[]): Promise<Map<string, number>> {
  const { crud, trx, stored, asked, reason, brought } = chunk;
  const entity = entityByKey(crud, kind);
  const drafts = wanted.map(({ code, name, country }) => ({
    body: { code, name, ...(country !== undefined && { country }) },
    writing: { actor: asked.by },
  }));
  const prepared = await prepareManyValues(trx, entity, drafts);
  const broken = await findViolations(
    trx,
    entity,
    prepared.map(({ values }) => ({ values, id: undefined })),
  );
  const sound = prepared.filter(({ problems }, at) => problems.length === 0 && broken[at]?.length === 0);
  const made = await insertRecords(trx, entity, sound, { action: 'create', actor: asked.by, reason });
  const ids = made.map(({ record }) => record.id);
  await addWriters(trx, kind, ids, writersOf(chunk));
  await insertAll(
    trx,
    'import_reference',
    ids.map((record_id) => ({ import_id: stored.id, entity: kind, record_id })),
  );
  const named = made.map(({ record }) => ({ kind, code: String(record.code), id: record.id }));
  brought.push(...named);
  return new Map(named.map((each) => [nameOf(each), each.id]));
}
