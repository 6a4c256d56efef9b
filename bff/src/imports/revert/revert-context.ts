import type { StoredRecord } from '#crud/model.ts';
import type { Transaction } from '#database';
import type { CellProblem } from '../columns/parse-raw-record.ts';
import type { ImportWork } from '../steps/import-work.ts';
import type { RecordOutcome } from '../steps/row-results.ts';

/** Everything that reverting a chunk of rows needs. */
export interface RevertContext extends ImportWork {
  trx: Transaction;
}

/** A record that an import wrote, with the version that it wrote. `current` is undefined if the record no longer exists. */
export interface WrittenRecord {
  recordId: number;
  version: number;
  current: StoredRecord | undefined;
}

/** A written record that still exists. */
export type ExistingRecord = WrittenRecord & { current: StoredRecord };

/** Outcomes by record id. */
export type OutcomeByRecord = Map<number, RecordOutcome>;

export const keptOutcome = (...problems: CellProblem[]): RecordOutcome => ({ outcome: 'kept', problems });

const WHOLE_ROW = { column: undefined, pointer: undefined };
export const changedSince = () => keptOutcome({ ...WHOLE_ROW, rule: 'changedSince' });
export const stillReferred = () => keptOutcome({ ...WHOLE_ROW, rule: 'stillReferred' });

export const toRevertAction = ({ workRequest, reason }: ImportWork, action: 'delete' | 'restore') => ({
  action,
  reason,
  actor: workRequest.by,
});
