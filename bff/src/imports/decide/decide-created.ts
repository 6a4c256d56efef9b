import type { Stored } from '#crud/model.ts';
import { missingToApprove } from '#crud/prepare.ts';
import { clearWriterStatements, findSelfReviewIds } from '#crud/second-person.ts';
import { type RecordChange, updateRecords } from '#crud/store.ts';
import type { Transaction } from '#database';
import { type Schemas, transitions } from '#http/contract.ts';
import { readStatus, statusColumn } from '../columns/parse-draft.ts';
import { lockAll, mapInPieces } from '../steps/rounds.ts';
import type { DoneRow } from '../steps/row-results.ts';
import { unchangedSince } from '../steps/unchanged-since.ts';
import type { StoredImport } from '../stored-import.ts';
import { rowsWithCells } from '../stored-row.ts';
import { eventsBetween } from '../values/status.ts';
import { type Cause, countCauses, type DecidedRows, type DecisionContext } from './decision-context.ts';

type Status = Schemas['Status'];

/** SQL of the cell that names the status of a row, whose line is joined as `first`; undefined where the file has no statuses. */
export function statusCell({ options }: Pick<StoredImport, 'options'>): string | undefined {
  const column = statusColumn(options);
  return column === undefined ? undefined : `JSON_UNQUOTE(JSON_EXTRACT(first.cells, '$[${column}]'))`;
}

/** The statuses that a file has for its rows, by their numbers; of rows without one nothing. */
async function readFileStatuses(
  trx: Transaction,
  stored: Pick<StoredImport, 'id' | 'options'>,
  rows: DoneRow[],
): Promise<Map<number, Status>> {
  const cell = statusCell(stored);
  if (cell === undefined || rows.length === 0) return new Map();
  const numbers = rows.map(({ n }) => n);
  const found: { n: number; cell: string | null }[] = await rowsWithCells(trx, stored.id)
    .whereIn('import_row.n', numbers)
    .select({ n: 'import_row.n', cell: trx.raw(cell) });
  return new Map(
    found.flatMap((row): [number, Status][] => {
      const status = readStatus(row.cell ?? '');
      return status ? [[row.n, status]] : [];
    }),
  );
}

/** What a new record goes through by a decision: approval gives it the status that the file has for it, in an empty list its own. */
export function eventsForDecision(
  event: Schemas['ImportDecision']['event'],
  status: Status | undefined,
): Schemas['Event'][] {
  if (event !== 'approve' || status === undefined) return [event];
  return eventsBetween('pending', status, true) ?? [];
}

/** Moves the records that an import created along their life, where that is possible and nobody has changed them since. */
export async function decideCreated(deciding: DecisionContext, rows: DoneRow[]): Promise<DecidedRows> {
  const judgedRows = await judgeRows(deciding, rows);
  let openMoves = judgedRows.flatMap(({ current, events, cause }) => (current && !cause ? [{ current, events }] : []));
  const done = openMoves.length;
  while (openMoves.length > 0) openMoves = await applyNextEvents(deciding, openMoves);
  return { done, left: countCauses(judgedRows.map(({ cause }) => cause)) };
}

/** A record with the events that it still has to go through. */
interface OpenMove {
  current: Stored;
  events: Schemas['Event'][];
}

/** Takes each record through its next event, as a version of its own; answers those that have more before them. */
async function applyNextEvents(
  { trx, entity, decision, workRequest, reason }: DecisionContext,
  moves: OpenMove[],
): Promise<OpenMove[]> {
  const remaining: OpenMove[] = [];
  for (const event of new Set(moves.flatMap(({ events }) => events.slice(0, 1)))) {
    const some = moves.filter(({ events }) => events[0] === event);
    const act = { action: event, actor: workRequest.by, reason: decision.reason ?? reason };
    const changes = some.map(({ current }) => ({ current, status: transitions[event].to }));
    // one at a time, by their key
    const clearingContributors = ({ current }: RecordChange) =>
      event === 'approve' ? clearWriterStatements(entity.key, current.record.id) : [];
    const written = await mapInPieces(changes, (pieceOfChanges) =>
      updateRecords(trx, entity, pieceOfChanges, act, pieceOfChanges.flatMap(clearingContributors)),
    );
    for (const [at, current] of written.entries()) {
      const events = some[at]?.events.slice(1) ?? [];
      if (events.length > 0) remaining.push({ current, events });
    }
  }
  return remaining;
}

/** A row's record, locked, what it would go through, and why it is not decided on; undefined where it is. */
interface JudgedRow {
  current: Stored | undefined;
  events: Schemas['Event'][];
  cause: Cause | undefined;
}

async function judgeRows(
  { crud, trx, entity, stored, decision, workRequest }: DecisionContext,
  rows: DoneRow[],
): Promise<JudgedRow[]> {
  const ids = rows.map(({ recordId }) => recordId);
  const records = await lockAll(trx, entity, ids);
  const unchangedIds = await unchangedSince(
    trx,
    entity,
    rows.flatMap(({ recordId, version }) => {
      const current = records.get(recordId);
      return current ? [{ current, version }] : [];
    }),
  );
  const { from, secondPerson } = transitions[decision.event];
  const barredIds = new Set(secondPerson ? await findSelfReviewIds(crud, trx, entity, ids, workRequest.by.id) : []);
  const statuses = await readFileStatuses(trx, stored, rows);
  const causeOf = (current: Stored | undefined, events: Schemas['Event'][]): Cause | undefined => {
    if (!current) return 'changed';
    const { record } = current;
    if (!from.includes(record.status)) return 'decided';
    if (!unchangedIds.has(record.id)) return 'changed';
    if (events.length === 0) return 'staysPending';
    if (barredIds.has(record.id)) return 'ownWork';
    return events.includes('approve') && missingToApprove(entity, record).length > 0 ? 'incomplete' : undefined;
  };
  return rows.map(({ n, recordId }) => {
    const current = records.get(recordId);
    const events = eventsForDecision(decision.event, statuses.get(n));
    return { current, events, cause: causeOf(current, events) };
  });
}
