import type { Problem } from '#api/problem.ts';
import { language, t } from '#i18n/i18n.ts';
import { Note } from '#kit/messages/note.tsx';

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

/** How long a refusal lasts (429), in words; nothing where it does not say. */
export function waitText({ retryAfter }: Problem): string {
  if (retryAfter === undefined) return '';
  const [value, unit] = retryAfter < 60 ? [retryAfter, 'second'] : [Math.ceil(retryAfter / 60), 'minute'];
  const wait = new Intl.NumberFormat(language(), { style: 'unit', unit, unitDisplay: 'long' }).format(value);
  return t('top.wait', { wait });
}
