import type { Rule } from '#http/contract.ts';
import type { Draft } from '../types.ts';
import { type Part, partOf } from './parts.ts';
import type { Preset, Row } from './preset.ts';

/** Why a row is no record, seen from the cells of these columns. */
export interface Refusal {
  rule: Rule;
  columns: string[];
  when(...cells: string[]): boolean;
}

/** What becomes of a row: a column by its name, or what makes a text, by target key. */
export interface Form {
  values: Record<string, string | Part>;
  /** Targets that fill only what a record does not have yet. */
  onlyIfEmpty?: string[];
  /** Names of references, should they have to be created, by target key. */
  names?: Record<string, string | Part>;
  /** The first that is so counts. */
  refusals?: Refusal[];
}

type Parts = [target: string, part: Part][];

const partsOf = (form: Record<string, string | Part> = {}): Parts =>
  Object.entries(form).map(([target, part]) => [target, partOf(part)]);

/** What a source does not know is left out, not taken away from a record. */
function takenBy(row: Row, parts: Parts): Pick<Draft, 'values' | 'from'> {
  const taken: Pick<Draft, 'values' | 'from'> = { values: {}, from: {} };
  for (const [target, part] of parts) {
    const { text, columns } = part(row);
    if (text !== '') taken.values[target] = text;
    taken.from[target] = columns;
  }
  return taken;
}

/** Makes the record of a row. */
export function oneDraft(form: Form): (row: Row) => Draft {
  const [values, names] = [partsOf(form.values), partsOf(form.names)];
  return (row) => {
    const draft: Draft = takenBy(row, values);
    if (form.onlyIfEmpty) draft.onlyIfEmpty = form.onlyIfEmpty;
    if (form.names) draft.names = takenBy(row, names).values;
    const refusal = form.refusals?.find(({ columns, when }) => when(...columns.map(row.get)));
    if (refusal) draft.refused = { rule: refusal.rule, columns: row.indexesOf(refusal.columns) };
    return draft;
  };
}

/** One record of each row. */
export function oneEach(form: Form): Preset['records'] {
  const draft = oneDraft(form);
  return (row) => [draft(row)];
}
