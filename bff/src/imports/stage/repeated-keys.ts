import type { Entity, Field } from '#crud/model.ts';
import { keyOf } from '#crud/rows.ts';
import type { CellProblem } from '../columns/parse-raw-record.ts';
import type { FileLine } from '../file-model.ts';
import type { Candidate } from '../values/candidate.ts';
import { createLineWeigher, type Layout } from '../values/raw-record-reader.ts';
import { LineIndex, type RowNumbers } from './awaited-references.ts';

/** Returns the problem of a row whose value also occurs in another line. */
export const duplicateInFile = (pointer: string, line: number): CellProblem => ({
  column: undefined,
  pointer,
  rule: 'duplicateInFile',
  parameters: { line },
});

interface KeyText {
  pointer: string;
  text: string;
  /** The first line of each text. */
  lines: LineIndex;
}

/** Creates an index of keys and unique values that detects rows which repeat those of an earlier row. */
export function createFileKeys(keyField: string, uniqueFields: Field[], preferredLineOf?: PreferredLineOf) {
  const keyLines = new LineIndex();
  const firstRepeatLineByRow = new Map<number, number>();
  const valueLines = new Map(uniqueFields.map(({ name }) => [name, new LineIndex()]));

  const keyTextsOf = (candidate: Candidate): KeyText[] => [
    ...(candidate.key === undefined ? [] : [{ pointer: `/${keyField}`, lines: keyLines, text: candidate.key }]),
    ...[...valueLines].flatMap(([name, lines]) => {
      const text = candidate.values?.fields[name];
      return typeof text === 'string' ? [{ pointer: `/${name}`, lines, text }] : [];
    }),
  ];

  return {
    /** For each row whose key occurs again, by the row's number: the first line that repeats the key. A person has to choose one of them. */
    firstRepeatLineByRow,
    /** Adds a row without problems to the index; if an earlier row has the same value or the preset prefers another line, the row gets a problem. */
    add(candidate: Candidate, position: RowNumbers & { cells: string[] }): void {
      if (candidate.problems.length > 0) return;
      const preferredLine = preferredLineOf?.(position);
      if (preferredLine !== undefined) {
        candidate.problems.push(duplicateInFile(`/${keyField}`, preferredLine));
        return;
      }
      const keyTexts = keyTextsOf(candidate);
      for (const { pointer, lines, text } of keyTexts) {
        const earlier = lines.get(text);
        if (earlier === undefined) continue;
        candidate.problems.push(duplicateInFile(pointer, earlier.line));
        if (lines === keyLines && !firstRepeatLineByRow.has(earlier.n))
          firstRepeatLineByRow.set(earlier.n, position.line);
        return;
      }
      for (const { lines, text } of keyTexts) lines.set(text, position);
    },
  };
}

/** Returns the line that a preset prefers to this one, if another one with the same key has a greater weight. */
export type PreferredLineOf = (line: Pick<FileLine, 'line' | 'cells'>) => number | undefined;

/** Reads all lines to find the heaviest ones with the same key, by the weights of a preset. */
export async function findPreferredLines(
  entity: Entity,
  layout: Layout,
  lines: () => Promise<AsyncIterable<FileLine[]>>,
): Promise<PreferredLineOf | undefined> {
  const weigh = createLineWeigher(layout);
  if (!weigh) return undefined;
  const weighLine = (line: Pick<FileLine, 'cells'>) => {
    const { rawRecord, weight } = weigh(line);
    return { key: rawRecord && !rawRecord.refused ? keyOf(entity, rawRecord.values) : undefined, weight };
  };
  const heaviestLines = new LineIndex();
  /** Keys for which several lines have the greatest weight. */
  const ties = new Set<string>();
  for await (const batch of await lines()) {
    for (const line of batch) {
      const { key, weight } = weighLine(line);
      if (key === undefined) continue;
      const earlier = heaviestLines.get(key);
      if (earlier && weight === earlier.n) ties.add(key);
      if (earlier && weight <= earlier.n) continue;
      heaviestLines.set(key, { line: line.line, n: weight });
      ties.delete(key);
    }
  }
  return (line) => {
    const { key } = weighLine(line);
    if (key === undefined || ties.has(key)) return undefined;
    const preferredLine = heaviestLines.get(key)?.line;
    return preferredLine === line.line ? undefined : preferredLine;
  };
}
