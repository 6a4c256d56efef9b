import type { Problem } from '#api/problem.ts';
import { Note } from '#kit/note.tsx';
import { waitText } from '../-frame/wait-text.ts';

/** What is wrong with the whole of a form, above it. */
export function FormProblem({ problem }: { problem: Problem | undefined }) {
  if (!problem) return null;
  return (
    <Note tone={problem.status === 429 ? 'warn' : 'bad'} live>
      {problem.fields[0]?.message ?? problem.message}
      {waitText(problem)}
    </Note>
  );
}
