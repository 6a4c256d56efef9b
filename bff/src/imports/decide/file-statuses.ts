import type { Transaction } from '#database';
import type { Schemas } from '#http/contract.ts';
import { readStatus, statusColumn } from '../columns/read-status.ts';
import type { DoneRow } from '../steps/done-rows.ts';
import type { StoredImport } from '../stored-import.ts';
import { linesOf } from '../stored-row.ts';
import { eventsBetween } from '../values/status.ts';

type Status = Schemas['Status'];

/** SQL of the cell that names the status of a row, whose line is joined as `first`; undefined where the file has no statuses. */
export function statusCell({ options }: Pick<StoredImport, 'options'>): string | undefined {
  const column = statusColumn(options);
  return column === undefined ? undefined : `JSON_UNQUOTE(JSON_EXTRACT(first.cells, '$[${column}]'))`;
}

/** The statuses that a file has for its rows, by their numbers; of rows without one nothing. */
export async function statusesOf(
  trx: Transaction,
  stored: Pick<StoredImport, 'id' | 'options'>,
  rows: DoneRow[],
): Promise<Map<number, Status>> {
  const cell = statusCell(stored);
  if (cell === undefined || rows.length === 0) return new Map();
  const numbers = rows.map(({ n }) => n);
  const found: { n: number; cell: string | null }[] = await linesOf(trx, stored.id)
    .whereIn('own.n', numbers)
    .select({ n: 'own.n', cell: trx.raw(cell) });
  return new Map(
    found.flatMap((row): [number, Status][] => {
      const status = readStatus(row.cell ?? '');
      return status ? [[row.n, status]] : [];
    }),
  );
}

/** What a new record goes through by a decision: approval gives it the status that the file has for it, in an empty list its own. */
export function eventsOf(event: Schemas['ImportDecision']['event'], status: Status | undefined): Schemas['Event'][] {
  if (event !== 'approve' || status === undefined) return [event];
  return eventsBetween('pending', status, true) ?? [];
}
