import type { StoredRecord } from '#crud/model.ts';
import { findMissingForApproval } from '#crud/prepare.ts';
import { clearContributorStatements, findSelfReviewIds } from '#crud/review/second-person.ts';
import { type RecordChange, updateRecords } from '#crud/store.ts';
import type { Transaction } from '#database';
import { type Schemas, transitions } from '#http/contract.ts';
import { readStatus, statusColumn } from '../columns/parse-raw-record.ts';
import { lockRecordsInBatches, mapInBatches } from '../steps/rounds.ts';
import type { ProcessedRow } from '../steps/row-results.ts';
import { findUnchangedIds } from '../steps/unchanged-since.ts';
import type { StoredImport } from '../stored-import.ts';
import { queryRowsWithCells } from '../stored-row.ts';
import { eventsBetween } from '../values/status.ts';
import { type Cause, countCauses, type DecisionContext, type DecisionCounts } from './decision-context.ts';

type Status = Schemas['Status'];

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
      event === 'approve' ? clearContributorStatements(entity.key, current.record.id) : [];
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
