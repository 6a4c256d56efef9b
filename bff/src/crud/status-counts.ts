import { contract, type Schemas } from '#http/contract.ts';
import type { Row } from './rows.ts';

export interface StatusCount {
  status: Schemas['Status'];
  n: number | string;
}

// the contract's, as its type has it
const statuses = (contract.components.schemas.Status?.enum ?? []) as Schemas['Status'][];
const columnOf = (status: Schemas['Status']) => `n_${status}`;

/** Columns that say with each row how many of all that is found have which status. */
export const countColumns = statuses
  .map((status) => `SUM(status = '${status}') OVER () AS ${columnOf(status)}`)
  .join(', ');

/** What `countColumns` say. */
export const countsOf = (row: Row | undefined): StatusCount[] =>
  statuses.map((status) => ({ status, n: Number(row?.[columnOf(status)] ?? 0) })).filter(({ n }) => n > 0);

/** Rows of (status, n) as counts by status. */
export const toCounts = (rows: StatusCount[]): Schemas['Counts'] =>
  Object.fromEntries(rows.map(({ status, n }) => [status, Number(n)]));
