import type { Schemas } from '#http/contract.ts';
import { unescapeFormula } from '#http/csv.ts';
import type { Draft, Line } from '../types.ts';

/** Takes a record out of a line by a mapping of its columns, undoing what exports do to formulas in CSV; of several columns for one target the first that holds something. */
export function draftsBy({
  format,
  targets,
}: Pick<Schemas['ImportOptions'], 'format' | 'targets'>): (line: Line) => Draft {
  const textOf = format === 'csv' ? unescapeFormula : (cell: string) => cell;
  return ({ cells }) => {
    const draft: Draft = { values: {}, from: {} };
    for (const [index, key] of targets.entries()) {
      if (key === null || draft.values[key]) continue;
      draft.values[key] = textOf(cells[index] ?? '');
      draft.from[key] = [index];
    }
    return draft;
  };
}
