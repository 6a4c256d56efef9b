import type { Field } from '#crud/model.ts';
import type { CellProblem } from '../columns/parse-draft.ts';
import type { Candidate } from '../values/candidate.ts';
import { LineIndex, type RowPlace } from './line-index.ts';
import type { PrimaryLineOf } from './primary-rows.ts';

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
