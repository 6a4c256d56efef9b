import type { Transaction } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { DoneRow } from '../steps/done-rows.ts';
import type { ImportWork } from '../steps/import-work.ts';

/** What a chunk of a decision works with. */
export interface Deciding extends ImportWork {
  trx: Transaction;
  decision: Schemas['ImportDecision'];
}

/** Decides on rows; answers how many it was possible for. */
export type DecideRows = (deciding: Deciding, rows: DoneRow[]) => Promise<number>;
