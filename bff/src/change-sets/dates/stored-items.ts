import { entityByKey } from '#crud/entity.ts';
import type { CrudContext, Entity, StoredRecord } from '#crud/model.ts';
import { referencedEntityKey } from '#crud/references/reference-paths.ts';
import { toStoredRecords } from '#crud/rows.ts';
import type { Database } from '#database';
import type { EntityKey } from '#http/contract.ts';
import { invalid } from '#http/problem.ts';
import { type Deletion, readDeletions, revivesRecord, type SetItem, toSetItem } from '../set-items.ts';
import type { StoredSet } from '../stored-set.ts';
import { type Referrers, readReferrers } from './still-referred.ts';

/** The most items that a forecast evaluates, at about 0.1 ms each. */
const MAX_ITEMS = 20_000;

/** What sets hold, and what is stored of the records that they change. */
export interface StoredSets {
  items: Map<number, SetItem[]>;
  states: StoredStates;
}

export async function readStoredSets(
  crud: Pick<CrudContext, 'entities'>,
  db: Database,
  sets: StoredSet[],
): Promise<StoredSets> {
  const items = await readItemsOfSets(db, sets);
  return { items, states: await readStoredStates(crud, db, [...items.values()].flat()) };
}

/** Counts the items of sets, by the id of the set. */
export async function countItemsOf(db: Database, sets: StoredSet[]): Promise<Map<number, number>> {
  const counts: { id: number; n: number }[] = await db('proposal')
    .whereIn(
      'change_set_id',
      sets.map(({ id }) => id),
    )
    .groupBy('change_set_id')
    .select({ id: 'change_set_id' }, db.raw('COUNT(*) AS n'));
  return new Map(counts.map(({ id, n }) => [id, Number(n)]));
}

async function readItemsOfSets(db: Database, sets: StoredSet[]): Promise<Map<number, SetItem[]>> {
  const ids = sets.map(({ id }) => id);
  const counts = await countItemsOf(db, sets);
  let total = 0;
  for (const { id, due_time } of sets) {
    total += counts.get(id) ?? 0;
    if (total > MAX_ITEMS && due_time) {
      const parameters = { limit: new Date(due_time.getTime() - 1).toISOString() };
      throw invalid({ pointer: '/query/asOf', rule: 'maximum', parameters });
    }
  }
  const items = new Map<number, SetItem[]>(ids.map((id) => [id, []]));
  for (const row of await db('proposal').whereIn('change_set_id', ids).orderBy('id'))
    items.get(row.change_set_id)?.push(toSetItem(row));
  return items;
}

/** What is stored of the records that items change, by `entity id`. */
export interface StoredStates {
  records: Map<string, StoredRecord>;
  /** Of the deleted records that items bring back. */
  deletions: Map<string, Deletion>;
  /** The records to which items refer and that are not stored. */
  missing: Set<string>;
  /** The records that have the codes which items give to others. */
  codes: StoredCode[];
  /** Who refers to the records that items delete. */
  referrers: Referrers;
}

interface StoredCode {
  kind: EntityKey;
  id: number;
  code: string;
}

const MAX_ID = 2 ** 32 - 1;

/** Returns the id by which a forecast knows the record of an item, also one that the item will create. */
export const recordIdOf = ({ id, recordId }: SetItem): number => recordId ?? MAX_ID - id;

export const recordKeyOf = (item: SetItem): string => `${item.entity} ${recordIdOf(item)}`;

/** The states of records after sets, undefined for deleted ones. */
export type States = Map<EntityKey, Map<number, StoredRecord | undefined>>;

/** Whether no two records of a kind have the same code. */
export const isFoundByCode = ({ keyFields }: Entity): boolean => keyFields.join() === 'code';

/** Returns those of the records to which items refer that are not stored. */
async function readMissing(
  crud: Pick<CrudContext, 'entities'>,
  db: Database,
  items: SetItem[],
): Promise<StoredStates['missing']> {
  const idsByKind = new Map<EntityKey, Set<number>>();
  for (const { entity, after } of items)
    for (const [pointer, id] of Object.entries(after?.refs ?? {})) {
      const kind = referencedEntityKey(entityByKey(crud, entity), pointer);
      if (kind && id > 0) idsByKind.set(kind, (idsByKind.get(kind) ?? new Set()).add(id));
    }
  const missing: StoredStates['missing'] = new Set();
  for (const [kind, ids] of idsByKind) {
    const stored = new Set(
      await db(entityByKey(crud, kind).table)
        .whereIn('id', [...ids])
        .pluck('id'),
    );
    for (const id of ids) if (!stored.has(id)) missing.add(`${kind} ${id}`);
  }
  return missing;
}

/** Reads the records that have the codes which items give to others. */
async function readStoredCodes(
  crud: Pick<CrudContext, 'entities'>,
  db: Database,
  items: SetItem[],
): Promise<StoredCode[]> {
  const stored: StoredCode[] = [];
  for (const entity of crud.entities.filter(isFoundByCode)) {
    const ofKind = items.filter((item) => item.entity === entity.key);
    const given = ofKind.flatMap(({ base, after }) =>
      after && after.fields.code !== base.fields.code ? [String(after.fields.code)] : [],
    );
    if (given.length === 0) continue;
    const rows: Omit<StoredCode, 'kind'>[] = await db(entity.table).whereIn('code', given).select('id', 'code');
    stored.push(...rows.map((row) => ({ kind: entity.key, ...row })));
  }
  return stored;
}

async function readStoredStates(
  crud: Pick<CrudContext, 'entities'>,
  db: Database,
  items: SetItem[],
): Promise<StoredStates> {
  const stored: Pick<StoredStates, 'records' | 'deletions'> = { records: new Map(), deletions: new Map() };
  for (const key of new Set(items.map(({ entity }) => entity))) {
    const entity = entityByKey(crud, key);
    const ofKind = items.filter((item) => item.entity === key);
    const ids = ofKind.flatMap(({ recordId }) => recordId ?? []);
    // computing warnings takes longer than reading the records
    const { warnings: _, ...withoutWarnings } = entity;
    for (const each of await toStoredRecords(db, withoutWarnings, await db(entity.table).whereIn('id', ids)))
      stored.records.set(`${key} ${each.record.id}`, each);
    const revivedIds = ofKind.filter(revivesRecord).flatMap(({ recordId }) => recordId ?? []);
    for (const [id, deletion] of await readDeletions(db, key, revivedIds))
      stored.deletions.set(`${key} ${id}`, deletion);
  }
  return {
    ...stored,
    missing: await readMissing(crud, db, items),
    codes: await readStoredCodes(crud, db, items),
    referrers: await readReferrers(crud, db, items, { records: stored.records, toKey: recordKeyOf }),
  };
}
