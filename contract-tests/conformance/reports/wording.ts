import type { CaseReport } from '../run-report.ts';

export const plural = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

/** What failures have in common that a backend's author mends at once: their reason but for the values in it. */
export function kindOfFailure({ reason = '', failure }: CaseReport): string {
  const words = reason
    .replace(/"[^"]*"|“[^”]*”/g, '…')
    .replace(/\[[^\]]*\]|\{[^}]*\}/g, '…')
    .replace(/\d{4,}|\/\d+/g, '0')
    .slice(0, 160);
  return `${failure?.phase} ${words}`;
}

export function firstOfEach<T>(items: T[], keyOf: (item: T) => string): T[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const key = keyOf(item);
    const isFirst = !seen.has(key);
    seen.add(key);
    return isFirst;
  });
}

/** Says what to think of a run beside which there was another. */
export const otherRunText = (records: string): string =>
  `Another run on this backend has disturbed this one, or was stopped shortly before: it has ${records}. Two at once take codes from each other, so run one after the other.`;
