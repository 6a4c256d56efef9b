import type { Entity, Field } from '#crud/model.ts';
import { keyOf } from '#crud/rows.ts';
import type { CellProblem } from '../columns/parse-draft.ts';
import type { Line } from '../types.ts';
import type { Candidate } from '../values/candidate.ts';
import { createWeighing, type Layout } from '../values/drafting.ts';
import { LineIndex, type RowPlace } from './waiting.ts';

/** What is wrong with a row that another line repeats. */
export const duplicateInFile = (pointer: string, line: number): CellProblem => ({
  ...{ column: undefined, pointer, rule: 'duplicateInFile', parameters: { line } },
});

interface Held {
  pointer: string;
  text: string;
  /** Where which text was met first. */
  lines: LineIndex;
}

/** Tells rows that stand for the same record, or take the same value, as a row before them in the file. */
export function createFileKeys(identifying: string, unique: Field[], primaryLineOf?: PrimaryLineOf) {
  const key = new LineIndex();
  const repeated = new Map<number, number>();
  const values = new Map(unique.map(({ name }) => [name, new LineIndex()]));

  const heldBy = (candidate: Candidate): Held[] => [
    ...(candidate.key === undefined ? [] : [{ pointer: `/${identifying}`, lines: key, text: candidate.key }]),
    ...[...values].flatMap(([name, lines]) => {
      const text = candidate.values?.fields[name];
      return typeof text === 'string' ? [{ pointer: `/${name}`, lines, text }] : [];
    }),
  ];

  return {
    /** Rows whose key stands in a later line too, by their numbers, with the first such line: nobody knows which one is meant. */
    repeated,
    /** Notes what a row without problems has; where a row before has it, or the preset means another one, that is the row's problem. */
    tell(candidate: Candidate, place: RowPlace & { cells: string[] }): void {
      if (candidate.problems.length > 0) return;
      const primary = primaryLineOf?.(place);
      if (primary !== undefined) {
        candidate.problems.push(duplicateInFile(`/${identifying}`, primary));
        return;
      }
      const held = heldBy(candidate);
      for (const { pointer, lines, text } of held) {
        const before = lines.get(text);
        if (before === undefined) continue;
        candidate.problems.push(duplicateInFile(pointer, before.line));
        if (lines === key && !repeated.has(before.n)) repeated.set(before.n, place.line);
        return;
      }
      for (const { lines, text } of held) lines.set(text, place);
    },
  };
}

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
