import { type Database, executeText, type Transaction, transactFor } from '#database';
import type { EntityKey } from '#http/contract.ts';
import type { TimeLimited } from '#http/time-limits.ts';
import { appendChanges } from '#record-log/append.ts';
import type { Crud, Entity, Fields, Rename, Stored, Values } from './model.ts';
import { changedPointers, writeAt } from './pointers.ts';
import { referencedEntity, referenceFields } from './reference-paths.ts';
import { fieldsOf, lockRecords } from './rows.ts';
import { readLoggedVersions } from './versions.ts';

const renamesByTransaction = new WeakMap<Transaction, Rename[]>();

/** From now on the renames of this transaction are noted in the list that this answers. */
export function collectRenames(trx: Transaction): Rename[] {
  const renames: Rename[] = [];
  renamesByTransaction.set(trx, renames);
  return renames;
}

/** Notes which of these changes give a record another code; throws where nobody would tell its referrers. */
export function noteRenames(
  trx: Transaction,
  kind: EntityKey,
  changes: { current: Stored; values?: Values }[],
  { actor, proposer }: Omit<Rename, 'kind' | 'id' | 'from'>,
): void {
  for (const { current, values } of changes) {
    const { id, code } = current.record;
    if (values === undefined || code === undefined || values.fields.code === code) continue;
    const renames = renamesByTransaction.get(trx);
    if (!renames) throw new Error('A record is renamed outside of transactRecords: its referrers would not follow.');
    renames.push({ kind, id, from: code, actor, proposer });
  }
}

/** So many referrers follow in the transaction of the rename itself; of more, all follow by a task. */
const MAX_REFERRERS_IN_TRANSACTION = 2000;
/** What is made of so many in one go holds all requests up for less than 30 ms. */
const BATCH_RECORDS = 100;

/** One transaction that writes records. What refers to those that got another code there gets a version of its own. */
export const transactRecords = <T>(crud: Crud, by: TimeLimited, work: (trx: Transaction) => Promise<T>): Promise<T> =>
  transactFor(by, crud.db, async (trx) => {
    const renames = collectRenames(trx);
    const result = await work(trx);
    if (renames.length > 0) await updateReferrers(crud, trx, renames);
    return result;
  });

async function updateReferrers(crud: Crud, trx: Transaction, renames: Rename[]): Promise<void> {
  const referrers: { entity: Entity; ids: number[] }[] = [];
  let total = 0;
  for (const entity of referringKinds(crud, renames)) {
    const ids = await readReferrerIds(trx, entity, renames, { limit: MAX_REFERRERS_IN_TRANSACTION + 1 });
    referrers.push({ entity, ids });
    total += ids.length;
    if (total > MAX_REFERRERS_IN_TRANSACTION) return crud.queueReferenceUpdates(trx, renames);
  }
  for (const { entity, ids } of referrers) await writeReferrerVersions(trx, entity, ids, renames);
}

/** The kinds that may hold these codes, always in the same order: two transactions lock referrers alike. */
export function referringKinds({ entities }: Pick<Crud, 'entities'>, renames: Pick<Rename, 'kind'>[]): Entity[] {
  const renamed = new Set(renames.map(({ kind }) => kind));
  return entities.filter((entity) => columnsReferringTo(entity, renamed).length > 0);
}

const columnsReferringTo = (entity: Entity, kinds: ReadonlySet<EntityKey>) =>
  referenceFields(entity).flatMap(({ column, reference, list }) => {
    const kind = reference ?? list?.reference;
    if (kind === undefined || !kinds.has(kind)) return [];
    const place = list
      ? { table: list.table, id: 'record_id', target: 'target_id' }
      : { table: entity.table, id: 'id', target: column };
    return [{ kind, ...place }];
  });

/** Ids of a kind's records that refer to what was renamed, in order. */
export async function readReferrerIds(
  db: Database,
  entity: Entity,
  renames: Pick<Rename, 'kind' | 'id'>[],
  { after = 0, limit }: { after?: number; limit: number },
): Promise<number[]> {
  const fields = columnsReferringTo(entity, new Set(renames.map(({ kind }) => kind)));
  const each = fields.map(() => '(SELECT ?? AS id FROM ?? WHERE ?? IN (?) AND ?? > ? ORDER BY ?? LIMIT ?)');
  const values = fields.flatMap(({ kind, table, id, target }) => {
    const targets = renames.filter((rename) => rename.kind === kind).map((rename) => rename.id);
    return [id, table, target, targets, id, after, id, limit];
  });
  const sql = `${each.join(' UNION ')} ORDER BY id LIMIT ?`;
  const rows = await executeText<{ id: number }[]>(db, sql, [...values, limit]);
  return rows.map(({ id }) => id);
}

/** How many records refer to what was renamed; one counts for each field that does. */
export async function countReferrers(crud: Pick<Crud, 'entities'>, db: Database, renames: Rename[]): Promise<number> {
  const kinds = new Set(renames.map(({ kind }) => kind));
  let count = 0;
  for (const { kind, table, target } of crud.entities.flatMap((entity) => columnsReferringTo(entity, kinds))) {
    const ids = renames.filter((rename) => rename.kind === kind).map(({ id }) => id);
    count += Number((await db(table).whereIn(target, ids).count({ n: '*' }).first())?.n);
  }
  return count;
}

/**
 * Writes a version of each of these records whose last one holds other codes than it answers now; answers of how many.
 * Nobody has worked on them, and they go on waiting for whatever they wait for.
 */
export async function writeReferrerVersions(
  trx: Transaction,
  entity: Entity,
  ids: number[],
  renames: Rename[],
): Promise<number> {
  let count = 0;
  for (let at = 0; at < ids.length; at += BATCH_RECORDS)
    count += await writeBatch(trx, entity, ids.slice(at, at + BATCH_RECORDS), renames);
  return count;
}

async function writeBatch(trx: Transaction, entity: Entity, ids: number[], renames: Rename[]): Promise<number> {
  const changes = await staleRecords(trx, entity, [...(await lockRecords(trx, entity, ids)).values()], renames);
  const time = new Date();
  const rows = changes.map(({ stored: { record, refs }, rename, earlier: fieldsBeforeRename }) => {
    // a reason is of the renamed record, and may name what not everybody may read
    const { actor, proposer } = rename;
    const version = record.version + 1;
    const after = { ...record, version, updateTime: time.toISOString(), updatedBy: proposer ?? actor.username };
    const before = { ...record, ...fieldsBeforeRename, warnings: entity.warnings?.(fieldsBeforeRename) ?? [] };
    return {
      entity: entity.key,
      recordId: record.id,
      code: record.code ?? null,
      action: 'reference' as const,
      version,
      actor,
      proposer,
      time,
      before,
      after,
      refs,
    };
  });
  const updates = [...new Set(rows.map(({ after }) => after.updatedBy))].map((updatedBy) => {
    const own = rows.filter(({ after }) => after.updatedBy === updatedBy).map(({ recordId }) => recordId);
    const sql = 'UPDATE ?? SET version = version + 1, update_time = ?, updated_by = ? WHERE id IN (?)';
    return { sql, values: [entity.table, time, updatedBy, own] };
  });
  if (rows.length > 0) await appendChanges(trx, rows, { before: updates });
  return rows.length;
}

interface StaleRecord {
  stored: Stored;
  /** Of what it refers to. */
  rename: Rename;
  /** Its fields with the codes that its last version has. */
  earlier: Fields;
}

/** Those that refer to what was renamed and whose last version in the log, the one that others know, holds other codes. */
async function staleRecords(
  trx: Transaction,
  entity: Entity,
  all: Stored[],
  renames: Rename[],
): Promise<StaleRecord[]> {
  const names = referenceFields(entity).map(({ name }) => name);
  const byTarget = new Map(renames.map((rename) => [`${rename.kind} ${rename.id}`, rename]));
  const versions = all.map(({ record: { id, version } }) => ({ recordId: id, version }));
  const loggedAt = await readLoggedVersions(trx, entity, versions);
  return all.flatMap((stored) => {
    const { record, refs } = stored;
    const renamed = Object.entries(refs).flatMap(([pointer, id]) => {
      const rename = byTarget.get(`${referencedEntity(entity, pointer)} ${id}`);
      return rename ? [{ pointer, rename }] : [];
    });
    const [first] = renamed;
    if (!first) return [];
    const fields = fieldsOf(entity, record);
    const logged = loggedAt({ recordId: record.id, version: record.version })?.after.fields;
    if (logged && changedPointers(logged, fields, names).length === 0) return [];
    const earlier = structuredClone(fields);
    if (logged) for (const name of names) earlier[name] = logged[name];
    // of a version that retention has removed, the code that the rename took is all that is known
    else for (const { pointer, rename } of renamed) writeAt(earlier, pointer, rename.from);
    return [{ stored, rename: first.rename, earlier }];
  });
}
