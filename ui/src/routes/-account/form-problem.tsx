import type { Problem } from '#api/problem.ts';
import { language, t } from '#i18n/i18n.ts';
import { Note } from '#kit/messages/note.tsx';

/** An error that belongs to no field, shown above the form. */
export function FormProblem({ problem }: { problem: Problem | undefined }) {
  if (!problem) return null;
  return (
    <Note tone={problem.status === 429 ? 'warn' : 'bad'} live>
      {problem.fields[0]?.message ?? problem.message}
      {formatWait(problem)}
    </Note>
  );
}

/** Formats how long to wait after a 429 response; empty if the response does not tell. */
export function formatWait({ retryAfter }: Problem): string {
  if (retryAfter === undefined) return '';
  const [value, unit] = retryAfter < 60 ? [retryAfter, 'second'] : [Math.ceil(retryAfter / 60), 'minute'];
  const wait = new Intl.NumberFormat(language(), { style: 'unit', unit, unitDisplay: 'long' }).format(value);
  return t('top.wait', { wait });
}
