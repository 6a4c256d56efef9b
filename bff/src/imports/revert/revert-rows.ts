import type { Transaction } from '#database';
import type { DoneRow } from '../steps/done-rows.ts';
import type { ImportWork } from '../steps/import-work.ts';
import { lockAll } from '../steps/in-pieces.ts';
import { writeResults } from '../steps/row-results.ts';
import { removeCreated } from './remove-created.ts';
import { restoreChanged } from './restore-changed.ts';
import type { Fates, Reverting, Written } from './reverting.ts';
import { takeBackProposals } from './take-back-proposals.ts';

/** Takes back what rows have written; answers of how many, the others are still referred to. */
export async function revertRows(work: ImportWork, trx: Transaction, rows: DoneRow[], last: boolean): Promise<number> {
  const { entity, stored } = work;
  const reverting: Reverting = { ...work, trx };
  const ids = rows.map(({ recordId }) => recordId);
  const records = await lockAll(trx, entity, ids);
  const toWritten = ({ recordId, version }: DoneRow): Written => ({
    ...{ recordId, version },
    current: records.get(recordId),
  });
  const of = (outcome: DoneRow['outcome']) => rows.filter((row) => row.outcome === outcome);

  const decided: Fates = new Map();
  const approved = await takeBackProposals(reverting, of('proposed'), decided);
  const restored = await restoreChanged(reverting, [...of('updated'), ...approved].map(toWritten));
  const removed = await removeCreated(reverting, of('created').map(toWritten), last);
  const fates = new Map([...decided, ...restored, ...removed]);
  const results = rows.flatMap(({ n, outcome: was, recordId }) => {
    const fate = fates.get(recordId);
    return fate ? [{ ...fate, n, was }] : [];
  });
  await writeResults(trx, stored.id, results);
  return results.length;
}
