import { lockRecordsInBatches, mapInBatches } from '#change-sets/engine/process-items.ts';
import { findUnchangedIds } from '#crud/history/versions.ts';
import type { StoredRecord } from '#crud/model.ts';
import { findMissingForApproval } from '#crud/prepare.ts';
import { applyDecision } from '#crud/review/decide.ts';
import { readOpenProposals } from '#crud/review/proposals.ts';
import { clearContributorStatements, findSelfReviewIds, isSelfReview } from '#crud/review/second-person.ts';
import { lockRecords } from '#crud/rows.ts';
import { type RecordChange, updateRecords } from '#crud/store.ts';
import type { Transaction } from '#database';
import { type Schemas, transitions } from '#http/contract.ts';
import { readStatus, statusColumn } from '../columns/parse-raw-record.ts';
import type { ImportWork } from '../import-work.ts';
import { type ProcessedRow, type RowResult, writeResults } from '../row-results.ts';
import type { StoredImport } from '../stored-import.ts';
import { queryRowsWithCells } from '../stored-row.ts';
import { eventsBetween } from '../values/prepare-bodies.ts';

type Status = Schemas['Status'];

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

/** Returns the SQL of a row's status cell, if the line is joined as `first_row_of_line`; undefined if the file has no statuses. */
export function statusCellSql({ options }: Pick<StoredImport, 'options'>): string | undefined {
  const column = statusColumn(options);
  return column === undefined ? undefined : `JSON_UNQUOTE(JSON_EXTRACT(first_row_of_line.cells, '$[${column}]'))`;
}

/** The statuses that the file sets, by row number; rows without one are left out. */
async function readFileStatuses(
  trx: Transaction,
  stored: Pick<StoredImport, 'id' | 'options'>,
  rows: ProcessedRow[],
): Promise<Map<number, Status>> {
  const cell = statusCellSql(stored);
  if (cell === undefined || rows.length === 0) return new Map();
  const numbers = rows.map(({ n }) => n);
  const found: { n: number; cell: string | null }[] = await queryRowsWithCells(trx, stored.id)
    .whereIn('import_row.n', numbers)
    .select({ n: 'import_row.n', cell: trx.raw(cell) });
  return new Map(
    found.flatMap((row): [number, Status][] => {
      const status = readStatus(row.cell ?? '');
      return status ? [[row.n, status]] : [];
    }),
  );
}

/** Returns the events that a decision means for a new record. Approval leads to the status set in the file; there are none if that is `pending`. */
export function eventsForDecision(
  event: Schemas['ImportDecision']['event'],
  status: Status | undefined,
): Schemas['Event'][] {
  if (event !== 'approve' || status === undefined) return [event];
  return eventsBetween('pending', status, true) ?? [];
}

/** Applies the decision to created records that nobody has changed since. */
export async function decideCreated(deciding: DecisionContext, rows: ProcessedRow[]): Promise<DecisionCounts> {
  const evaluatedRows = await evaluateRows(deciding, rows);
  let pendingTransitions = evaluatedRows.flatMap(({ current, events, cause }) =>
    current && !cause ? [{ current, events }] : [],
  );
  const done = pendingTransitions.length;
  while (pendingTransitions.length > 0) pendingTransitions = await applyNextEvents(deciding, pendingTransitions);
  return { done, left: countCauses(evaluatedRows.map(({ cause }) => cause)) };
}

/** A record and the events that are still to be applied to it. */
interface PendingTransition {
  current: StoredRecord;
  events: Schemas['Event'][];
}

/** Applies the next event of each record as a separate version; returns the records with further events. */
async function applyNextEvents(
  { trx, entity, decision, workRequest, reason }: DecisionContext,
  transitionsToApply: PendingTransition[],
): Promise<PendingTransition[]> {
  const remaining: PendingTransition[] = [];
  for (const event of new Set(transitionsToApply.flatMap(({ events }) => events.slice(0, 1)))) {
    const dueTransitions = transitionsToApply.filter(({ events }) => events[0] === event);
    const act = { action: event, actor: workRequest.by, reason: decision.reason ?? reason };
    const changes = dueTransitions.map(({ current }) => ({ current, status: transitions[event].to }));
    // one statement per record, which locks nothing but its key
    const clearContributors = ({ current }: RecordChange) =>
      event === 'approve' ? clearContributorStatements(entity.key, current.record) : [];
    const written = await mapInBatches(changes, (batch) =>
      updateRecords(trx, entity, batch, act, batch.flatMap(clearContributors)),
    );
    for (const [index, current] of written.entries()) {
      const events = dueTransitions[index]?.events.slice(1) ?? [];
      if (events.length > 0) remaining.push({ current, events });
    }
  }
  return remaining;
}

/** A row's locked record, the events for it, and the cause why the decision does not apply, if any. */
interface DecidableRow {
  current: StoredRecord | undefined;
  events: Schemas['Event'][];
  cause: Cause | undefined;
}

async function evaluateRows(
  { crud, trx, entity, stored, decision, workRequest }: DecisionContext,
  rows: ProcessedRow[],
): Promise<DecidableRow[]> {
  const ids = rows.map(({ recordId }) => recordId);
  const records = await lockRecordsInBatches(trx, entity, ids);
  const unchangedIds = await findUnchangedIds(
    trx,
    entity,
    rows.flatMap(({ recordId, version }) => {
      const current = records.get(recordId);
      return current ? [{ current, version }] : [];
    }),
  );
  const { from, secondPerson } = transitions[decision.event];
  const selfReviewIds = new Set(secondPerson ? await findSelfReviewIds(crud, trx, entity, ids, workRequest.by.id) : []);
  const statuses = await readFileStatuses(trx, stored, rows);
  const causeOf = (current: StoredRecord | undefined, events: Schemas['Event'][]): Cause | undefined => {
    if (!current) return 'changed';
    const { record } = current;
    if (!from.includes(record.status)) return 'decided';
    if (!unchangedIds.has(record.id)) return 'changed';
    if (events.length === 0) return 'staysPending';
    if (selfReviewIds.has(record.id)) return 'ownWork';
    return events.includes('approve') && findMissingForApproval(entity, record).length > 0 ? 'incomplete' : undefined;
  };
  return rows.map(({ n, recordId }) => {
    const current = records.get(recordId);
    const events = eventsForDecision(decision.event, statuses.get(n));
    return { current, events, cause: causeOf(current, events) };
  });
}

// a task has no caller, and its report never names referring records
const NO_READER = { may: () => false };

/** Decides on the proposals that an import made and that nobody has replaced or decided on since. */
export async function decideProposed(deciding: DecisionContext, rows: ProcessedRow[]): Promise<DecisionCounts> {
  const { crud, trx, entity, stored, decision, workRequest } = deciding;
  if (decision.event === 'activate') return { done: 0, left: { decided: rows.length } };
  const ids = rows.map(({ recordId }) => recordId);
  const records = await lockRecords(trx, entity, ids);
  const openProposals = await readOpenProposals(trx, entity, ids);
  const proposals = new Map(openProposals.map((proposal) => [proposal.recordId, proposal]));
  const results: RowResult[] = [];
  const causes: Cause[] = [];
  for (const item of rows) {
    const { outcome, recordId, version } = item;
    const [current, proposal] = [records.get(recordId), proposals.get(recordId)];
    if (!current || proposal?.version !== version) {
      causes.push(current ? 'decided' : 'changed');
      continue;
    }
    if (await isSelfReview(crud, trx, entity, proposal, workRequest.by.id)) {
      causes.push('ownWork');
      continue;
    }
    const recordDecision = toRecordDecision(deciding, decision.event);
    const written = await applyDecision(crud, trx, entity, { current, proposal }, recordDecision, {
      actor: workRequest.by,
      reader: NO_READER,
    });
    const approved = decision.event === 'approve' && written;
    results.push({
      item,
      outcome: approved ? 'updated' : outcome,
      ...(approved && { version: approved.record.version }),
    });
  }
  await writeResults(trx, stored.id, results);
  return { done: results.length, left: countCauses(causes) };
}

/** The log states the reviewer's reason, or else the import. */
const toRecordDecision = ({ decision, reason }: DecisionContext, event: Schemas['Decision']['decision']) => ({
  decision: event,
  reason: decision.reason ?? reason,
});
