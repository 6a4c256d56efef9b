import type { Transaction } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { ImportWork } from '../steps/import-work.ts';
import type { ProcessedRow } from '../steps/row-results.ts';

/** Everything that deciding on a chunk of rows needs. */
export interface DecisionContext extends ImportWork {
  trx: Transaction;
  decision: Schemas['ImportDecision'];
}

export type LeftCounts = Schemas['LeftCounts'];
export type Cause = keyof LeftCounts;

/** The result of deciding on rows: how many were decided on, and how many were left for which cause. */
export interface DecisionCounts {
  done: number;
  left: LeftCounts;
}

/** Decides on those imported rows to which the decision applies. */
export type DecideRows = (deciding: DecisionContext, rows: ProcessedRow[]) => Promise<DecisionCounts>;

/** Counts rows by cause. */
export function countCauses(causes: Iterable<Cause | undefined>): LeftCounts {
  const counts: LeftCounts = {};
  for (const cause of causes) if (cause) counts[cause] = (counts[cause] ?? 0) + 1;
  return counts;
}

/** Adds up rows by cause; a negative count in `b` takes rows away, and causes without rows are left out. */
export function sumCauses(a: LeftCounts, b: LeftCounts): LeftCounts {
  const sum = { ...a };
  // the cast: Object.entries loses the type of the keys
  for (const [cause, count] of Object.entries(b) as [Cause, number][]) {
    sum[cause] = (sum[cause] ?? 0) + count;
    if (sum[cause] === 0) delete sum[cause];
  }
  return sum;
}
