import type { Entity } from '#crud/model.ts';
import { keyOf } from '#crud/read-records.ts';
import type { Line } from '../types.ts';
import { createWeighing, type Layout } from '../values/drafting.ts';
import { LineIndex } from './line-index.ts';

/** The line that is meant instead of this one, where another has the same key and the preset tells which one counts. */
export type PrimaryLineOf = (line: Pick<Line, 'line' | 'cells'>) => number | undefined;

/** Finds the lines that are meant among those with the same key, by the weights of a preset: all lines are read for it. */
export async function findPrimaryLines(
  entity: Entity,
  layout: Layout,
  lines: () => Promise<AsyncIterable<Line[]>>,
): Promise<PrimaryLineOf | undefined> {
  const weigh = createWeighing(layout);
  if (!weigh) return undefined;
  const keyed = (line: Pick<Line, 'cells'>) => {
    const { draft, weight } = weigh(line);
    return { key: draft && !draft.refused ? keyOf(entity, draft.values) : undefined, weight };
  };
  const heaviest = new LineIndex();
  /** Keys that several lines have with the same greatest weight. */
  const ties = new Set<string>();
  for await (const batch of await lines()) {
    for (const line of batch) {
      const { key, weight } = keyed(line);
      if (key === undefined) continue;
      const before = heaviest.get(key);
      if (before && weight === before.n) ties.add(key);
      if (before && weight <= before.n) continue;
      heaviest.set(key, { line: line.line, n: weight });
      ties.delete(key);
    }
  }
  return (line) => {
    const { key } = keyed(line);
    if (key === undefined || ties.has(key)) return undefined;
    const primary = heaviest.get(key)?.line;
    return primary === line.line ? undefined : primary;
  };
}
