import type { Stored } from '#crud/model.ts';
import type { Transaction } from '#database';
import type { CellProblem } from '../columns/parse-draft.ts';
import type { ImportWork } from '../steps/import-work.ts';
import type { Fate } from '../steps/row-results.ts';

/** What a chunk of a revert works with. */
export interface Reverting extends ImportWork {
  trx: Transaction;
}

/** A record that an import wrote, locked, and the version that it wrote; undefined where the record is gone. */
export interface Written {
  recordId: number;
  version: number;
  current: Stored | undefined;
}

/** Written, and still there. */
export type There = Written & { current: Stored };

/** By the ids of records. */
export type Fates = Map<number, Fate>;

export const kept = (...problems: CellProblem[]): Fate => ({ outcome: 'kept', problems });

const whole = { column: undefined, pointer: undefined };
export const changedSince = () => kept({ ...whole, rule: 'changedSince' });
export const stillReferred = () => kept({ ...whole, rule: 'stillReferred' });

export const actOf = ({ asked, reason }: ImportWork, action: 'delete' | 'restore') => ({
  ...{ action, reason },
  actor: asked.by,
});
