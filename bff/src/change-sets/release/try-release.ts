import { entityByKey } from '#crud/entity.ts';
import type { CrudContext, Refs } from '#crud/model.ts';
import { readAt } from '#crud/pointers.ts';
import { referencedEntityKey } from '#crud/references/reference-paths.ts';
import { type Database, fromJson, type Transaction } from '#database';
import type { EntityKey } from '#http/contract.ts';
import { Problem } from '#http/problem.ts';
import type { TimeLimited } from '#http/time-limits.ts';
import { readSetItems } from '../set-items.ts';
import { inOrderOfRelease, readWriterIds, type StoredSet } from '../stored-set.ts';
import { readReferredItems } from './item-references.ts';
import { SetRefused, type SetToRelease, transactRollingBack, writeItems } from './release-set.ts';

/** A set whose release is tried. */
interface TriedSet extends SetToRelease {
  /** When it takes effect; null for at once. */
  dueTime: Date | null;
}

type Prepare = (trx: Transaction) => Promise<TriedSet>;

/** The work of a transaction that is always rolled back. */
interface Trial<T> {
  /** Runs before the earlier sets are written. */
  prepare: Prepare;
  /** Writes the set after them. */
  write: (trx: Transaction, set: TriedSet, writesSingly: boolean) => Promise<T>;
}

const toTrial = (crud: CrudContext, prepare: Prepare): Trial<void> => ({
  prepare,
  write: (trx, set, writesSingly) => writeItems(crud, trx, set, writesSingly),
});

/**
 * Tries to release a set in a transaction that is always rolled back. A set with a date is tried after the sets that are scheduled before
 * it and touch its records or codes, except for those that would be held.
 * @throws SetRefused
 */
export const tryRelease = (crud: CrudContext, timeLimited: TimeLimited, prepare: Prepare): Promise<void> =>
  tryAfterScheduledSets(crud, timeLimited, toTrial(crud, prepare));

/** Tries a set before it is submitted, like `tryAfterEarlierSets`; it is tried again when it is approved. @throws SetRefused */
export const trySubmission = (crud: CrudContext, timeLimited: TimeLimited, prepare: Prepare): Promise<void> =>
  tryAfterEarlierSets(crud, timeLimited, toTrial(crud, prepare));

/**
 * Tries to write a set, like `tryRelease`. If that refuses a set with a date, it is tried once more as if the earlier sets that await
 * approval were approved, as the set may build on them. Returns what `write` returns.
 * @throws SetRefused
 */
export async function tryAfterEarlierSets<T>(crud: CrudContext, timeLimited: TimeLimited, trial: Trial<T>): Promise<T> {
  try {
    return await tryAfterScheduledSets(crud, timeLimited, trial);
  } catch (error) {
    if (!(error instanceof SetRefused)) throw error;
    const noneAwaitsApproval = new Error('No earlier set that touches the same records awaits approval.');
    try {
      return await tryAfterSets(crud, timeLimited, trial, async (trx, set) => {
        const earlier = await readEarlierSets(crud, trx, set, ['scheduled', 'submitted']);
        if (earlier.every(({ status }) => status === 'scheduled')) throw noneAwaitsApproval;
        return earlier;
      });
    } catch (repeated) {
      if (repeated === noneAwaitsApproval) throw error;
      throw repeated instanceof SetRefused ? commonRefusal(error, repeated) : repeated;
    }
  }
}

/** Returns the refusal with what is wrong whether or not the other sets are approved, or that after them where this is nothing. */
function commonRefusal(without: SetRefused, after: SetRefused): SetRefused {
  const keysOf = ({ item, problems = [] }: SetRefused['results'][number]) =>
    problems.map(({ pointer, rule }) => `${item.id} ${pointer} ${rule}`);
  const keysWithout = new Set(without.results.flatMap(keysOf));
  const common = after.results.filter((result) => keysOf(result).some((key) => keysWithout.has(key)));
  return common.length > 0 ? new SetRefused(after.setId, common, after.earlierIds) : after;
}

const tryAfterScheduledSets = <T>(crud: CrudContext, timeLimited: TimeLimited, trial: Trial<T>): Promise<T> =>
  tryAfterSets(crud, timeLimited, trial, (trx, set) => readEarlierSets(crud, trx, set, ['scheduled']));

async function tryAfterSets<T>(
  crud: CrudContext,
  timeLimited: TimeLimited,
  { prepare, write }: Trial<T>,
  readEarlier: (trx: Transaction, set: TriedSet) => Promise<StoredSet[]>,
): Promise<T> {
  for (const heldIds = new Set<number>(); ; ) {
    let triedId: number | undefined;
    let earlierIds: number[] = [];
    try {
      return await transactRollingBack(crud, timeLimited, async (trx, writesSingly) => {
        const set = await prepare(trx);
        triedId = set.id;
        const earlierSets = (await readEarlier(trx, set)).filter(({ id }) => !heldIds.has(id));
        earlierIds = earlierSets.map(({ id }) => id);
        for (const earlier of earlierSets) await writeEarlier(crud, trx, earlier, set, writesSingly);
        return write(trx, set, writesSingly);
      });
    } catch (error) {
      if (!(error instanceof SetRefused)) throw error;
      if (error.setId === triedId) throw new SetRefused(error.setId, error.results, earlierIds);
      heldIds.add(error.setId);
    }
  }
}

async function writeEarlier(
  crud: CrudContext,
  trx: Transaction,
  set: StoredSet,
  { actor }: TriedSet,
  writesSingly: boolean,
): Promise<void> {
  try {
    const release =
      set.status === 'scheduled'
        ? await readApprovedRelease(trx, set)
        : { ...(await readReleasedItems(trx, set)), actor };
    await writeItems(crud, trx, release, writesSingly);
  } catch (error) {
    throw error instanceof Problem ? new SetRefused(set.id, []) : error;
  }
}

/** Reads what a scheduled set releases in the name of who approved it. */
export async function readApprovedRelease(trx: Transaction, set: StoredSet): Promise<SetToRelease> {
  const { id, reason, decided_by_id, decided_by, decide_time } = set;
  if (decided_by_id === null || decided_by === null) throw new Error(`The scheduled change set ${id} has no approval.`);
  return {
    ...(await readReleasedItems(trx, set)),
    reason: reason ?? undefined,
    actor: { id: decided_by_id, username: decided_by },
    decideTime: decide_time ?? undefined,
  };
}

const readReleasedItems = async (trx: Transaction, { id, author }: StoredSet) => ({
  id,
  author,
  items: await readSetItems(trx, id),
  writerIds: await readWriterIds(trx, id),
});

/**
 * Reads the sets of these statuses that are due before a set and touch its records or codes, or those that it begins or ceases to refer
 * to, directly or through another such set.
 */
async function readEarlierSets(
  crud: CrudContext,
  trx: Transaction,
  { id, dueTime }: TriedSet,
  statuses: StoredSet['status'][],
): Promise<StoredSet[]> {
  if (dueTime === null) return [];
  const due: StoredSet[] = await trx('change_set')
    .whereIn('status', statuses)
    .where('due_time', '<=', dueTime)
    .whereNot({ id })
    .modify(inOrderOfRelease);
  const touchedBy = await readTouched(crud, trx, [id, ...due.map((set) => set.id)]);
  const { keys, referred } = touchedBy(id);
  const earlier: StoredSet[] = [];
  for (const set of due.toReversed()) {
    const ofSet = touchedBy(set.id);
    const isRelated =
      [...ofSet.keys].some((key) => keys.has(key) || referred.has(key)) ||
      [...ofSet.referred].some((key) => keys.has(key));
    if (!isRelated) continue;
    for (const key of ofSet.keys) keys.add(key);
    for (const key of ofSet.referred) referred.add(key);
    earlier.unshift(set);
  }
  return earlier;
}

/** What the items of a set touch. */
interface Touched {
  /** The records as `city #7`, new ones by the negative id of the item, and the codes that these have before or after it as `city BJS`. */
  keys: Set<string>;
  /** The records that others begin or cease to refer to, as `city #7`, and the codes of those that were not stored yet. */
  referred: Set<string>;
}

/** The columns of an item that tell what it touches. */
interface TouchingRow {
  id: number;
  change_set_id: number;
  entity: EntityKey;
  record_id: number | null;
  final_code: string | null;
  old_code: string | null;
  /** JSON. */
  refs: unknown;
  /** JSON. */
  after: unknown;
}

/** Reads what the items of sets touch, and returns it by the id of the set. */
async function readTouched(
  crud: Pick<CrudContext, 'entities'>,
  db: Database,
  setIds: number[],
): Promise<(setId: number) => Touched> {
  const oldCode = db.raw("JSON_VALUE(base, '$.code') AS old_code");
  const columns = ['id', 'change_set_id', 'entity', 'record_id', 'final_code', 'refs', 'after', oldCode];
  const touched = new Map(setIds.map((id): [number, Touched] => [id, { keys: new Set(), referred: new Set() }]));
  const touchedBy = (id: number) => touched.get(id) ?? { keys: new Set(), referred: new Set() };
  const rows: TouchingRow[] = await db('proposal').whereIn('change_set_id', setIds).select(columns);
  const refsOf = (row: TouchingRow) => fromJson<{ base?: Refs; after?: Refs } | null>(row.refs) ?? {};
  const refs = rows.flatMap((row) => Object.values(refsOf(row)).flatMap((each: Refs) => Object.values(each)));
  const referredItems = await readReferredItems(
    db,
    refs.filter((id) => id < 0),
  );
  for (const row of rows) {
    const { keys, referred } = touchedBy(row.change_set_id);
    if (row.record_id !== null || row.final_code !== null) keys.add(`${row.entity} #${row.record_id ?? -row.id}`);
    for (const code of [row.old_code, row.final_code]) if (code !== null) keys.add(`${row.entity} ${code}`);
    const { base = {}, after = {} } = refsOf(row);
    for (const pointer of Object.keys({ ...base, ...after })) {
      const ids = [base[pointer], after[pointer]];
      const kind = referencedEntityKey(entityByKey(crud, row.entity), pointer);
      if (ids[0] !== ids[1]) for (const id of ids) if (id !== undefined) referred.add(`${kind} #${id}`);
      const id = ids[1] ?? 0;
      const item = referredItems.get(-id);
      if (item?.recordId) referred.add(`${kind} #${item.recordId}`);
      // an item that was removed may have been added again
      else if (id < 0 && !item) referred.add(`${kind} ${readAt(fromJson(row.after), pointer)}`);
    }
  }
  return touchedBy;
}
