import { type Database, insertMissing, type Transaction } from '#database';
import type { EntityKey } from '#http/contract.ts';
import { contributorsOf, readImport, type StoredImport } from './stored-import.ts';

// An import has a row in `change_set` from the time when it is first applied. The status of that row follows the import: `open` while rows are
// applied, `submitted` while records or proposals wait for their review, then `released` or `rejected`, and `reverted`.

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

/** How the work on an import has ended, and the decision that ended it, if any. */
export interface SetEnding {
  status: 'released' | 'rejected' | 'reverted';
  decision?: { by: { id: number; username: string }; reason?: string | undefined };
}

/** Stores how work on an import has ended; its set stays submitted while a record or proposal of it waits for its review. */
export async function settleSet(
  trx: Transaction,
  { id, entity }: Pick<StoredImport, 'id' | 'entity'>,
  { status: endStatus, decision }: SetEnding,
): Promise<void> {
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

/** Ends the change set of an import that is removed; what of it still waits for its review is decided on by itself. */
export const endSet = async (trx: Transaction, importId: number, status: 'released' | 'withdrawn'): Promise<void> => {
  const unfinished = importSet(trx, importId).whereIn('status', ['open', 'submitted']);
  await unfinished.update({ status, version: trx.raw('version + 1'), update_time: trx.raw('NOW(3)') });
};
