import { transact } from '#database';
import { listColumn, readRows, type StoredRow } from '../stored-row.ts';
import { candidatesOf } from '../values/candidates.ts';
import { classify } from './classify.ts';
import type { Report, StagingWork } from './stager.ts';
import { count } from './tally.ts';
import { toRow } from './to-row.ts';
import { noteWaiting, takeLost } from './waiting.ts';

const chunk = 500;

/**
 * Rows that wait for a row that does not come are judged again without it, until none is left: each that is refused by that
 * may be what another one waits for.
 */
export async function settleWaiting(work: StagingWork, report: Report): Promise<void> {
  for (let lost = takeLost(report.waiting); lost.length > 0; lost = takeLost(report.waiting))
    for (let at = 0; at < lost.length; at += chunk) await judgeAgain(work, report, lost.slice(at, at + chunk));
}

async function judgeAgain(work: StagingWork, { counts, waiting, bytesRead }: Report, ns: number[]): Promise<void> {
  const { task, importId, staging, drafting } = work;
  const reading = { ...staging.reading, inFile: (code: string) => waiting.brought.has(code) };
  const rows = await readRows(task.db, importId, { limit: ns.length, narrow: (own) => own.whereIn('own.n', ns) });
  const read = rows.flatMap((row) => {
    const draft = drafting(row)[row.nth];
    return draft ? [{ row, draft }] : [];
  });
  const candidates = await candidatesOf(
    task.db,
    reading,
    read.map(({ draft }) => draft),
  );
  const states = await classify(task.db, { ...staging, reading }, candidates);
  const changed: StoredRow[] = [];
  for (const [at, { row }] of read.entries()) {
    const [candidate, state] = [candidates[at], states[at]];
    if (!candidate || !state) continue;
    const again = toRow(row, candidate, state);
    if (state === 'refused' || state === 'conflicting') waiting.brought.delete(row.code ?? '');
    noteWaiting(waiting, reading.entity, again, candidate);
    count(counts, row, -1);
    count(counts, again);
    changed.push(again);
  }
  await rewriteRows(work, changed, bytesRead);
}

/** Writes what rows are found to be once the whole file is read. */
export const rewriteRows = ({ task, importId }: StagingWork, rows: StoredRow[], bytesRead: number) =>
  transact(task.db, async (trx) => {
    for (const { n, state, problems, missing } of rows)
      await trx('import_row')
        .where({ import_id: importId, n })
        .update({ state, problems: listColumn(problems), missing: listColumn(missing) });
    await task.progress(bytesRead, undefined, undefined, trx);
  });
