import type { Field } from '#crud/field.ts';
import type { Candidate } from '../values/candidate.ts';

interface Held {
  pointer: string;
  text: string;
  /** Where which text was met first. */
  lines: Map<string, number>;
}

/** Tells rows that stand for the same record, or take the same value, as a row before them in the file. */
export function createFileKeys(identifying: string, unique: Field[]) {
  // a map for each, as a file has many rows: values stay as they are, without names before them
  const key = new Map<string, number>();
  const values = new Map(unique.map(({ name }) => [name, new Map<string, number>()]));

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
