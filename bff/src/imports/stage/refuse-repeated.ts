import { readRows, type StoredRow } from '../stored-row.ts';
import { locate } from '../values/locate.ts';
import { duplicateInFile } from './file-keys.ts';
import { rewriteRows } from './settle-waiting.ts';
import type { Report, StagingWork } from './stager.ts';
import { count } from './tally.ts';

const chunk = 500;

/** Refuses the first of several rows with the same key too, as those behind it are: a person chooses one of them. */
export async function refuseRepeated(work: StagingWork, report: Report): Promise<void> {
  const { repeated, waiting } = report;
  const all = [...repeated.keys()];
  for (let at = 0; at < all.length; at += chunk) await refuse(work, report, all.slice(at, at + chunk));
  waiting.rows.take((n) => repeated.has(n));
}

async function refuse(
  work: StagingWork,
  { counts, waiting, repeated, bytesRead }: Report,
  ns: number[],
): Promise<void> {
  const { task, importId, staging, drafting } = work;
  const rows = await readRows(task.db, importId, { limit: ns.length, narrow: (own) => own.whereIn('own.n', ns) });
  const refused = rows.map((row): StoredRow => {
    const draft = drafting(row)[row.nth];
    const { entity } = staging.reading;
    const problem = duplicateInFile(`/${entity.identifying.at(-1)}`, repeated.get(row.n) ?? row.line);
    if (draft) locate(entity, { draft, problems: [problem] });
    return { ...row, state: 'refused', problems: [problem, ...row.problems], missing: [] };
  });
  for (const [at, row] of rows.entries()) {
    count(counts, row, -1);
    count(counts, refused[at] ?? row);
    waiting.brought.delete(row.code ?? '');
  }
  await rewriteRows(work, refused, bytesRead);
}
