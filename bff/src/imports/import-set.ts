import { countItems } from '#change-sets/set-items.ts';
import { recordStep } from '#change-sets/stored-set.ts';
import { type Database, insertMissing, type Transaction } from '#database';
import type { EntityKey } from '#http/contract.ts';
import { contributorsOf, readImport, type StoredImport } from './stored-import.ts';

// An import has a row in `change_set` from the time when it is first applied. The status of that row follows the import: `open` while rows are
// applied, `submitted` while records or proposals wait for their review, then `released` or `rejected`, and `reverted`. One that gets items
// instead is of the kind `manual` once all of them are in it, like those that people have put together.

const importSet = (db: Database, importId: number) => db('change_set').where('import_id', importId);

/** Opens the change set of an import that is applied. Its writers are the contributors of the import, which the caller has locked. */
export async function openSet(trx: Transaction, importId: number): Promise<void> {
  const stored = await readImport(trx, importId);
  if (!stored) return;
  const { filename, createdById, createdBy, appliedById, appliedBy } = stored;
  const now = trx.raw('NOW(3)');
  const columns = {
    status: 'open',
    author_id: appliedById ?? createdById,
    author: appliedBy ?? createdBy,
    update_time: now,
  };
  const existing = await importSet(trx, importId).first('id');
  if (existing) await importSet(trx, importId).update({ ...columns, version: trx.raw('version + 1') });
  else
    await trx('change_set').insert({
      kind: 'import',
      title: filename,
      import_id: importId,
      create_time: now,
      ...columns,
    });
  const { id: set_id } = existing ?? (await importSet(trx, importId).first('id'));
  const writers = contributorsOf(stored).map((user_id) => ({ set_id, user_id }));
  await insertMissing(trx, 'change_set_writer', writers);
}

/** Queries the pending records and open proposals of these imports. */
export const pendingOf = (db: Database, entity: EntityKey, importIds: number[]) => ({
  // an entity's key is also its table's name
  created: db(entity).whereIn('import_id', importIds).where('status', 'pending'),
  proposed: db('proposal').where('open', 1).whereIn('import_id', importIds).where('entity', entity),
});

/** Whether a record or a proposal of the import waits for its review. */
async function hasPending(db: Database, entity: EntityKey, importId: number): Promise<boolean> {
  const { created, proposed } = pendingOf(db, entity, [importId]);
  return (await created.first('id')) !== undefined || (await proposed.first('id')) !== undefined;
}

/** How the work on an import has ended, and the decision that ended it, if any. A set of items is `open`. */
export interface SetEnding {
  status: 'open' | 'released' | 'rejected' | 'reverted';
  decision?: { by: { id: number; username: string }; reason?: string | undefined };
}

/** Stores how work on an import has ended; its set stays submitted while a record or proposal of it waits for its review. */
export async function settleSet(
  trx: Transaction,
  { id, entity }: Pick<StoredImport, 'id' | 'entity'>,
  { status: endStatus, decision }: SetEnding,
): Promise<void> {
  if (endStatus === 'open') return publishSet(trx, id);
  // a release without sets may have applied the import
  if (!(await importSet(trx, id).first('id'))) await openSet(trx, id);
  const status = (await hasPending(trx, entity, id)) ? 'submitted' : endStatus;
  const firstTime = (column: string) => trx.raw('COALESCE(??, NOW(3))', [column]);
  await importSet(trx, id).update({
    status,
    version: trx.raw('version + 1'),
    update_time: trx.raw('NOW(3)'),
    ...(status === 'submitted' && { submit_time: firstTime('submit_time') }),
    ...(status === 'released' && { release_time: firstTime('release_time') }),
    ...(decision && {
      decided_by_id: decision.by.id,
      decided_by: decision.by.username,
      decide_time: trx.raw('NOW(3)'),
      reason: decision.reason ?? null,
    }),
  });
}

/** Makes the set with the items of an import one that people see and release, unless it has none. */
async function publishSet(trx: Transaction, importId: number): Promise<void> {
  const nextVersion = { version: trx.raw('version + 1'), update_time: trx.raw('NOW(3)') };
  const { id, author } = await importSet(trx, importId).first('id', 'author');
  const isEmpty = (await countItems(trx, id)) === 0;
  await trx('change_set')
    .where({ id })
    .update({ ...nextVersion, ...(isEmpty ? { status: 'withdrawn' } : { kind: 'manual' }) });
  if (!isEmpty) await recordStep(trx, id, 'open', { by: author });
}

/** Locks the set that gets the items of an import, and returns its id. */
export async function lockItemSet(trx: Transaction, importId: number): Promise<number> {
  const set = await importSet(trx, importId).forUpdate().first('id');
  if (!set) throw new Error(`The import ${importId} has no change set.`);
  return set.id;
}

/** Removes the items of a set that was not finished. */
export async function clearItemSet(trx: Transaction, importId: number): Promise<void> {
  const unfinished = importSet(trx, importId).where('kind', 'import').select('id');
  await trx('proposal').whereIn('change_set_id', unfinished).delete();
}

/** Ends the change set of an import that is removed; what of it still waits for its review is decided on by itself. */
export async function endSet(trx: Transaction, importId: number, status: 'released' | 'withdrawn'): Promise<void> {
  await clearItemSet(trx, importId);
  const unfinished = importSet(trx, importId).where('kind', 'import').whereIn('status', ['open', 'submitted']);
  await unfinished.update({ status, version: trx.raw('version + 1'), update_time: trx.raw('NOW(3)') });
}
