import type { Rule } from '#http/contract.ts';
import type { Draft } from '../types.ts';
import { indexesOf, type Part, take } from './parts.ts';
import type { Preset, Row } from './preset.ts';

/** Why a row is no record, seen from the cells of these columns. */
export interface Refusal {
  rule: Rule;
  columns: string[];
  when(...cells: string[]): boolean;
}

/** What becomes of a row. */
export interface Form {
  /** By target key. */
  values: Record<string, Part>;
  /** Targets that fill only what a record does not have yet. */
  onlyIfEmpty?: string[];
  /** Names of references, should they have to be created, by target key. */
  names?: Record<string, Part>;
  /** The first that is so counts. */
  refusals?: Refusal[];
}

export function draftOf(row: Row, { values, onlyIfEmpty, names, refusals = [] }: Form): Draft {
  const draft: Draft = { values: {}, from: {} };
  for (const [target, part] of Object.entries(values)) {
    const { text, columns } = take(row, part);
    // what a source does not know is not taken away from a record
    if (text !== '') draft.values[target] = text;
    draft.from[target] = columns;
  }
  if (onlyIfEmpty) draft.onlyIfEmpty = onlyIfEmpty;
  if (names) draft.names = textsOf(row, names);
  const refusal = refusals.find(({ columns, when }) => when(...columns.map(row.get)));
  if (refusal) draft.refused = { rule: refusal.rule, columns: indexesOf(row, refusal.columns) };
  return draft;
}

const textsOf = (row: Row, parts: Record<string, Part>) =>
  Object.fromEntries(
    Object.entries(parts)
      .map(([target, part]) => [target, take(row, part).text])
      .filter(([, text]) => text !== ''),
  );

/** One record of each row. */
export const oneDraft =
  (form: Form): Preset['records'] =>
  (row) => [draftOf(row, form)];
