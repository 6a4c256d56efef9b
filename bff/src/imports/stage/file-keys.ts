import type { Field } from '#crud/field.ts';
import type { Candidate } from '../values/candidate.ts';

/** Tells rows that stand for the same record, or take the same value, as a row before them in the file. */
export function createFileKeys(identifying: string, unique: Field[]) {
  const lines = new Map<string, number>();

  const keysOf = ({ key, values }: Candidate) => {
    const held = unique.map(({ name }) => ({ name, value: values?.fields[name] }));
    return [
      ...(key === undefined ? [] : [{ pointer: `/${identifying}`, text: key }]),
      ...held
        .filter(({ value }) => typeof value === 'string')
        .map(({ name, value }) => ({ pointer: `/${name}`, text: `${name} ${value}` })),
    ];
  };

  return {
    /** Notes what a row without problems has; where a row before has it, that is the row's problem. */
    tell(candidate: Candidate, line: number): void {
      if (candidate.problems.length > 0) return;
      const held = keysOf(candidate);
      for (const { pointer, text } of held) {
        const before = lines.get(text);
        if (before === undefined) continue;
        candidate.problems.push({ column: undefined, pointer, rule: 'duplicateInFile', parameters: { line: before } });
        return;
      }
      for (const { text } of held) lines.set(text, line);
    },
  };
}
