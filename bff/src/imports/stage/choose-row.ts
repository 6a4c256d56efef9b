import { entityByKey } from '#crud/entity.ts';
import type { Crud, Entity } from '#crud/model.ts';
import { type Transaction, transact } from '#database';
import type { Request } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';
import { candidateOf } from '../candidate-of.ts';
import {
  addContributor,
  changeImport,
  expectStatus,
  type ImportOptions,
  lockVisibleImport,
  readVisibleImport,
  type StoredImport,
} from '../stored-import.ts';
import { listColumn, readRows, type StoredRow } from '../stored-row.ts';
import { classify, loadStagingContext } from './classify.ts';
import { duplicateInFile } from './repeated-keys.ts';
import { count, noCounts, toRow, toStoredCounts } from './to-row.ts';

const keyPointer = ({ keyFields }: Entity) => `/${keyFields.at(-1)}`;

/** Whether a row is refused because its key stands in other lines too, so that a person may choose it among them. */
export const isChoosable = (entity: Entity, { state, problems }: StoredRow): boolean =>
  state === 'refused' &&
  problems.some(({ rule, pointer }) => rule === 'duplicateInFile' && pointer === keyPointer(entity));

/** Takes one of the rows with the same key, judged anew; one of them that was chosen before is refused again. */
export const chooseRow = (crud: Crud, { path, caller }: Request<'chooseImportRow'>): Promise<StoredImport> =>
  transact(crud.db, async (trx) => {
    const stored = await lockVisibleImport(trx, path.id, caller, 'import');
    expectStatus(stored, 'staged');
    if (!stored.options) throw new Problem('invalidTransition');
    const entity = entityByKey(crud, stored.entity);
    const [row] = await readRows(trx, path.id, { limit: 1, narrow: (rows) => rows.where('own.n', path.row) });
    if (!row) throw new Problem('notFound');
    if (!isChoosable(entity, row)) throw new Problem('invalidTransition');
    const chosen = await judgeAgain({ ...crud, db: trx }, { ...stored, options: stored.options }, row);
    const before = await readRows(trx, path.id, {
      limit: 1,
      narrow: (rows) => rows.where('own.code', row.code).whereNotIn('own.state', ['refused', 'excluded']),
    });
    const given = before.map(
      (other): StoredRow => ({
        ...{ ...other, state: 'refused', missing: [] },
        problems: [duplicateInFile(keyPointer(entity), row.line)],
      }),
    );
    const counts = { ...noCounts(), ...stored.counts };
    for (const each of [row, ...before]) count(counts, each, -1);
    for (const each of [chosen, ...given]) count(counts, each);
    for (const each of [chosen, ...given]) await rewrite(trx, path.id, each);
    // the report says something else from now on
    await changeImport(trx, path.id, {
      counts: toStoredCounts(counts),
      stage_time: trx.raw('NOW(3)'),
      ...addContributor(stored, caller.id),
    });
    return readVisibleImport(trx, path.id, caller);
  });

async function judgeAgain(
  crud: Pick<Crud, 'db' | 'entities' | 'review'>,
  stored: StoredImport & { options: ImportOptions },
  row: StoredRow,
): Promise<StoredRow> {
  const candidate = await candidateOf(crud, stored, row);
  if (!candidate) throw new Problem('invalidTransition');
  const [state = 'refused'] = await classify(crud.db, await loadStagingContext(crud, stored), [candidate]);
  return toRow(row, candidate, state);
}

const rewrite = (trx: Transaction, importId: number, row: StoredRow) =>
  trx('import_row')
    .where({ import_id: importId, n: row.n })
    .update({
      ...{ state: row.state, record_id: row.recordId ?? 0, version: row.version ?? 0 },
      ...{ problems: listColumn(row.problems), missing: listColumn(row.missing) },
    });
