import type { Schemas } from '#http/contract.ts';
import type { StoredRow } from '../stored-row.ts';

export type Counts = Required<Schemas['ImportCounts']>;

export const noCounts = (): Counts => ({
  ...{ new: 0, changed: 0, unchanged: 0, conflicting: 0, refused: 0, incomplete: 0 },
  ...{ excluded: 0, corrected: 0 },
});

/** Counts a row; by -1 one that is not what it was. */
export function count(counts: Counts, { state, missing, fileCells }: StoredRow, by = 1): void {
  counts[state] += by;
  if (state === 'new' && missing.length > 0) counts.incomplete += by;
  if (fileCells) counts.corrected += by;
}
