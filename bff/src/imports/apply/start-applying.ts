import { entityByKey } from '#crud/entity.ts';
import type { Crud, Entity } from '#crud/model.ts';
import { type Database, type Transaction, transactFor } from '#database';
import type { EntityKey } from '#http/contract.ts';
import type { Caller, Request } from '#http/operation-types.ts';
import { invalid, Problem } from '#http/problem.ts';
import { statusColumn } from '../columns/parse-draft.ts';
import { assertMayReview } from '../permission.ts';
import { startWork } from '../start-work.ts';
import {
  addContributor,
  assertStatus,
  contributorsOf,
  isWorkOf,
  lockVisibleImport,
  readVisibleImport,
  type StoredImport,
} from '../stored-import.ts';
import { rowsOf } from '../stored-row.ts';
import { isOpen } from './judge-rows.ts';

/** Puts a staged import to be applied, or one of which that was cut off to go on. */
export const startApplying = (crud: Crud, request: Request<'applyImport'>): Promise<StoredImport> =>
  transactFor(request.caller, crud.db, async (trx) => {
    const { path, body, caller } = request;
    const stored = await lockVisibleImport(trx, path.id, caller, 'import');
    assertStatus(stored, 'staged', 'applied');
    if (stored.status === 'applied' && !(await hasOpenRows(trx, stored))) throw new Problem('invalidTransition');
    const unsoundRows = (stored.counts?.conflicting ?? 0) + (stored.counts?.refused ?? 0);
    if (body.rows === 'all' && unsoundRows > 0)
      throw new Problem('importUnsound', { parameters: { count: unsoundRows } });
    if (statusColumn(stored.options) !== undefined) assertMayReview(caller, stored.entity);
    if (body.status === 'active') await assertOnePersonReview(crud, trx, stored, caller);
    if (stored.status === 'applied' && !isWorkOf(stored, caller.id))
      await addContributorToPending(trx, stored, caller.id);
    const applicant = { id: caller.id, username: caller.username };
    await startWork(trx, request, stored, 'applying', {
      asked: { by: applicant, apply: { ...body, creates: creatableKinds(entityByKey(crud, stored.entity), caller) } },
      ...addContributor(stored, applicant.id),
      ...{ applied_by_id: applicant.id, applied_by: applicant.username, apply_time: trx.raw('NOW(3)') },
    });
    return readVisibleImport(trx, path.id, caller);
  });

/** Who has the rest applied is no second person for what waits with it already. */
async function addContributorToPending(trx: Transaction, stored: StoredImport, userId: number): Promise<void> {
  const { id, entity } = stored;
  await trx.raw(
    "INSERT IGNORE INTO review_writer (entity, record_id, user_id) SELECT ?, id, ? FROM ?? WHERE import_id = ? AND status = 'pending'",
    [entity, userId, entity, id],
  );
  const kinds: EntityKey[] = await trx('import_reference').where('import_id', id).distinct().pluck('entity');
  for (const kind of kinds)
    await trx.raw(
      `INSERT IGNORE INTO review_writer (entity, record_id, user_id)
       SELECT ?, record.id, ? FROM import_reference JOIN ?? AS record ON record.id = import_reference.record_id
       WHERE import_reference.import_id = ? AND import_reference.entity = ? AND record.status = 'pending'`,
      [kind, userId, kind, id, kind],
    );
  const contributors = JSON.stringify([...contributorsOf(stored), userId]);
  await trx('proposal').where({ import_id: id, entity, open: 1 }).update({ contributor_ids: contributors });
}

const hasOpenRows = async (db: Database, { id }: StoredImport): Promise<boolean> =>
  (await isOpen(rowsOf(db, id)).first('import_row.n')) !== undefined;

/** What is new can be active at once where its importer alone may decide on it. */
async function assertOnePersonReview(
  crud: Crud,
  trx: Transaction,
  { entity }: StoredImport,
  caller: Caller,
): Promise<void> {
  assertMayReview(caller, entity);
  if ((await crud.review(entity, trx)) !== 'none') throw invalid({ pointer: '/status', rule: 'enum' });
}

/** The kinds that it refers to and of which the caller may make records. */
const creatableKinds = ({ fields }: Entity, caller: Caller) => {
  const kinds = fields.flatMap(({ reference, list }) => reference ?? list?.reference ?? []);
  return [...new Set(kinds)].filter((kind) => caller.may(`${kind}:create`) || caller.may(`${kind}:import`));
};
