import type { Field } from '#crud/field.ts';
import type { Candidate } from '../values/candidate.ts';
import { LineIndex } from './line-index.ts';

interface Held {
  pointer: string;
  text: string;
  /** Where which text was met first. */
  lines: LineIndex;
}

/** Tells rows that stand for the same record, or take the same value, as a row before them in the file. */
export function createFileKeys(identifying: string, unique: Field[]) {
  const key = new LineIndex();
  const values = new Map(unique.map(({ name }) => [name, new LineIndex()]));

  const heldBy = (candidate: Candidate): Held[] => [
    ...(candidate.key === undefined ? [] : [{ pointer: `/${identifying}`, lines: key, text: candidate.key }]),
    ...[...values].flatMap(([name, lines]) => {
      const text = candidate.values?.fields[name];
      return typeof text === 'string' ? [{ pointer: `/${name}`, lines, text }] : [];
    }),
  ];

  return {
    /** Notes what a row without problems has; where a row before has it, that is the row's problem. */
    tell(candidate: Candidate, line: number): void {
      if (candidate.problems.length > 0) return;
      const held = heldBy(candidate);
      for (const { pointer, lines, text } of held) {
        const before = lines.get(text);
        if (before === undefined) continue;
        candidate.problems.push({ column: undefined, pointer, rule: 'duplicateInFile', parameters: { line: before } });
        return;
      }
      for (const { lines, text } of held) lines.set(text, line);
    },
  };
}
