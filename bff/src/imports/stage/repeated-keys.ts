import type { Entity, Field } from '#crud/model.ts';
import { keyOf } from '#crud/rows.ts';
import type { CellProblem } from '../columns/parse-draft.ts';
import type { Line } from '../file-model.ts';
import type { Candidate } from '../values/candidate.ts';
import { createLineWeigher, type Layout } from '../values/draft-reader.ts';
import { LineIndex, type RowPlace } from './waiting-rows.ts';

/** What is wrong with a row that another line repeats. */
export const duplicateInFile = (pointer: string, line: number): CellProblem => ({
  ...{ column: undefined, pointer, rule: 'duplicateInFile', parameters: { line } },
});

interface KeyText {
  pointer: string;
  text: string;
  /** Where which text was met first. */
  lines: LineIndex;
}

/** Tells rows that stand for the same record, or take the same value, as a row before them in the file. */
export function createFileKeys(keyField: string, uniqueFields: Field[], primaryLineOf?: PrimaryLineOf) {
  const keyLines = new LineIndex();
  const repeatedRows = new Map<number, number>();
  const valueLines = new Map(uniqueFields.map(({ name }) => [name, new LineIndex()]));

  const keyTextsOf = (candidate: Candidate): KeyText[] => [
    ...(candidate.key === undefined ? [] : [{ pointer: `/${keyField}`, lines: keyLines, text: candidate.key }]),
    ...[...valueLines].flatMap(([name, lines]) => {
      const text = candidate.values?.fields[name];
      return typeof text === 'string' ? [{ pointer: `/${name}`, lines, text }] : [];
    }),
  ];

  return {
    /** Rows whose key stands in a later line too, by their numbers, with the first such line: nobody knows which one is meant. */
    repeated: repeatedRows,
    /** Notes what a row without problems has; where a row before has it, or the preset means another one, that is the row's problem. */
    tell(candidate: Candidate, place: RowPlace & { cells: string[] }): void {
      if (candidate.problems.length > 0) return;
      const primary = primaryLineOf?.(place);
      if (primary !== undefined) {
        candidate.problems.push(duplicateInFile(`/${keyField}`, primary));
        return;
      }
      const keyTexts = keyTextsOf(candidate);
      for (const { pointer, lines, text } of keyTexts) {
        const earlier = lines.get(text);
        if (earlier === undefined) continue;
        candidate.problems.push(duplicateInFile(pointer, earlier.line));
        if (lines === keyLines && !repeatedRows.has(earlier.n)) repeatedRows.set(earlier.n, place.line);
        return;
      }
      for (const { lines, text } of keyTexts) lines.set(text, place);
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
  const weigh = createLineWeigher(layout);
  if (!weigh) return undefined;
  const weighLine = (line: Pick<Line, 'cells'>) => {
    const { draft, weight } = weigh(line);
    return { key: draft && !draft.refused ? keyOf(entity, draft.values) : undefined, weight };
  };
  const heaviestLines = new LineIndex();
  /** Keys that several lines have with the same greatest weight. */
  const ties = new Set<string>();
  for await (const batch of await lines()) {
    for (const line of batch) {
      const { key: keyLines, weight } = weighLine(line);
      if (keyLines === undefined) continue;
      const earlier = heaviestLines.get(keyLines);
      if (earlier && weight === earlier.n) ties.add(keyLines);
      if (earlier && weight <= earlier.n) continue;
      heaviestLines.set(keyLines, { line: line.line, n: weight });
      ties.delete(keyLines);
    }
  }
  return (line) => {
    const { key: keyLines } = weighLine(line);
    if (keyLines === undefined || ties.has(keyLines)) return undefined;
    const primary = heaviestLines.get(keyLines)?.line;
    return primary === line.line ? undefined : primary;
  };
}
