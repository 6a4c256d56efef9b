import { contract, type Schemas } from '#http/contract.ts';
import type { CellProblem } from './parse-draft.ts';

type Status = Schemas['Status'];

/** The target of a column that holds statuses. No field of a kind is called so, and no column fills it unless it was asked for. */
export const STATUS_TARGET = 'status';

/** As the contract tells of targets. */
export const statusTarget: Schemas['ImportTarget'] = {
  key: STATUS_TARGET,
  pointer: '/status',
  language: null,
  isKey: false,
  required: false,
  refers: false,
};

const STATUSES: Status[] = contract.components.schemas.Status.enum;

/** Which column of the file holds statuses, from 0; undefined where none was asked for. */
export function statusColumn(options: Pick<Schemas['ImportOptions'], 'targets'> | null): number | undefined {
  const column = options?.targets.indexOf(STATUS_TARGET) ?? -1;
  return column < 0 ? undefined : column;
}

/** The status that a cell names, in any case; null of an empty cell, undefined where it names none. */
export function readStatus(cell: string): Status | null | undefined {
  const text = cell.trim().toLowerCase();
  return text === '' ? null : STATUSES.find((status) => status === text);
}

/** A cell that should name a status and does not. */
export const notAStatus = (cell: string, column: number | undefined): CellProblem => ({
  column,
  pointer: statusTarget.pointer,
  rule: 'enum',
  parameters: { value: cell, expected: STATUSES.join(', ') },
});
