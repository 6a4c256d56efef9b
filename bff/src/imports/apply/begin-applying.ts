import { entityByKey } from '#crud/entity.ts';
import type { Crud, Entity } from '#crud/model.ts';
import { type Database, type Transaction, transact } from '#database';
import type { EntityKey } from '#http/contract.ts';
import type { Caller, Request } from '#http/operation-types.ts';
import { invalid, Problem } from '#http/problem.ts';
import { statusColumn } from '../columns/parse-draft.ts';
import { expectReviewer } from '../permission.ts';
import { startWork } from '../start-work.ts';
import {
  addContributor,
  contributorsOf,
  expectStatus,
  isWorkOf,
  lockVisibleImport,
  readVisibleImport,
  type StoredImport,
} from '../stored-import.ts';
import { rowsOf } from '../stored-row.ts';
import { isOpen } from './judge.ts';

/** Puts a staged import to be applied, or one of which that was cut off to go on. */
export const beginApplying = (crud: Crud, request: Request<'applyImport'>): Promise<StoredImport> =>
  transact(crud.db, async (trx) => {
    const { path, body, caller } = request;
    const stored = await lockVisibleImport(trx, path.id, caller, 'import');
    expectStatus(stored, 'staged', 'applied');
    if (stored.status === 'applied' && !(await hasOpen(trx, stored))) throw new Problem('invalidTransition');
    const unsound = (stored.counts?.conflicting ?? 0) + (stored.counts?.refused ?? 0);
    if (body.rows === 'all' && unsound > 0) throw new Problem('importUnsound', { parameters: { count: unsound } });
    if (statusColumn(stored.options) !== undefined) expectReviewer(caller, stored.entity);
    if (body.status === 'active') await expectOnePerson(crud, trx, stored, caller);
    if (stored.status === 'applied' && !isWorkOf(stored, caller.id)) await addLateWriter(trx, stored, caller.id);
    const by = { id: caller.id, username: caller.username };
    await startWork(trx, request, stored, 'applying', {
      asked: { by, apply: { ...body, creates: creatable(entityByKey(crud, stored.entity), caller) } },
      ...addContributor(stored, by.id),
      ...{ applied_by_id: by.id, applied_by: by.username, apply_time: trx.raw('NOW(3)') },
    });
    return readVisibleImport(trx, path.id, caller);
  });

/** Who has the rest applied is no second person for what waits with it already. */
async function addLateWriter(trx: Transaction, stored: StoredImport, userId: number): Promise<void> {
  const { id, entity } = stored;
  await trx.raw(
    "INSERT IGNORE INTO review_writer (entity, record_id, user_id) SELECT ?, id, ? FROM ?? WHERE import_id = ? AND status = 'pending'",
    [entity, userId, entity, id],
  );
  const kinds: EntityKey[] = await trx('import_reference').where('import_id', id).distinct().pluck('entity');
  for (const kind of kinds)
    await trx.raw(
      `INSERT IGNORE INTO review_writer (entity, record_id, user_id)
       SELECT ?, own.id, ? FROM import_reference AS brought JOIN ?? AS own ON own.id = brought.record_id
       WHERE brought.import_id = ? AND brought.entity = ? AND own.status = 'pending'`,
      [kind, userId, kind, id, kind],
    );
  const contributors = JSON.stringify([...contributorsOf(stored), userId]);
  await trx('proposal').where({ import_id: id, entity, open: 1 }).update({ contributor_ids: contributors });
}

const hasOpen = async (db: Database, { id }: StoredImport): Promise<boolean> =>
  (await isOpen(rowsOf(db, id)).first('own.n')) !== undefined;

/** What is new can be active at once where its importer alone may decide on it. */
async function expectOnePerson(crud: Crud, trx: Transaction, { entity }: StoredImport, caller: Caller): Promise<void> {
  expectReviewer(caller, entity);
  if ((await crud.review(entity, trx)) !== 'none') throw invalid({ pointer: '/status', rule: 'enum' });
}

/** The kinds that it refers to and of which the caller may make records. */
const creatable = ({ fields }: Entity, caller: Caller) => {
  const kinds = fields.flatMap(({ reference, list }) => reference ?? list?.reference ?? []);
  return [...new Set(kinds)].filter((kind) => caller.may(`${kind}:create`) || caller.may(`${kind}:import`));
};
