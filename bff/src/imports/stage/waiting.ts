import type { Entity } from '#crud/entity.ts';
import type { StoredRow } from '../stored-row.ts';
import type { Candidate } from '../values/candidate.ts';

/** A row that refers to what another row of the file may bring in. */
export interface WaitingRow {
  n: number;
  /** Codes of its own kind. */
  codes: string[];
}

/** Of a kind that refers to itself: which rows wait for which, and what the file brings in. */
export interface Waiting {
  rows: WaitingRow[];
  brought: Set<string>;
}

/** Whether records of a kind refer to others of it. */
export const refersToItself = ({ key, fields }: Entity) =>
  fields.some(({ reference, list }) => (reference ?? list?.reference) === key);

const codeOf = ({ values }: Candidate) => String(values?.fields.code ?? '');

/** Takes down what a row brings in, and what it waits for. */
export function noteWaiting(waiting: Waiting, entity: Entity, { n, state }: StoredRow, candidate: Candidate): void {
  if (!refersToItself(entity) || state === 'refused' || state === 'conflicting') return;
  if (state === 'new') waiting.brought.add(codeOf(candidate));
  const codes = candidate.awaited.filter(({ inFile }) => inFile).map(({ code }) => code);
  if (codes.length > 0) waiting.rows.push({ n, codes });
}

/** Takes out the rows that wait for what does not come. */
export function takeLost(waiting: Waiting): number[] {
  const isLost = ({ codes }: WaitingRow) => codes.some((code) => !waiting.brought.has(code));
  const lost = waiting.rows.filter(isLost);
  waiting.rows = waiting.rows.filter((row) => !isLost(row));
  return lost.map(({ n }) => n);
}
