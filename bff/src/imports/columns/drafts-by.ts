import type { Schemas } from '#http/contract.ts';
import type { Draft, Line } from '../types.ts';

/** Takes a record out of a line by a mapping of its columns; of several columns for one target the first that holds something. */
export function draftsBy({ targets }: Pick<Schemas['ImportOptions'], 'format' | 'targets'>): (line: Line) => Draft {
  return ({ cells }) => {
    const draft: Draft = { values: {}, from: {} };
    for (const [index, key] of targets.entries()) {
      if (key === null || draft.values[key]) continue;
      draft.values[key] = cells[index] ?? '';
      draft.from[key] = [index];
    }
    return draft;
  };
}
