import { isHalfTyped } from '#kit/dates/half-typed.ts';

/** Where a replay starts: a position as typed, or a time. */
export type ReplayStart = { by: 'position'; text: string } | { by: 'time'; time: string | null };

/** The positions of the changes that the server still stores. */
export interface StoredRange {
  oldest: number;
  head: number;
}

/** Parses a number with any digit grouping, and returns undefined for anything else. */
export function parsePosition(text: string): number | undefined {
  const digits = text.normalize('NFKC').replace(/[\s,.，_]/g, '');
  const position = Number(digits);
  return /^\d+$/.test(digits) && Number.isSafeInteger(position) ? position : undefined;
}

/** Returns the query for the preview of a replay, or undefined if the start is incomplete or outside the stored range. */
export function toReplayQuery(
  start: ReplayStart,
  storedRange: StoredRange,
): { from: number } | { time: string } | undefined {
  if (start.by === 'time') return start.time === null || isHalfTyped(start.time) ? undefined : { time: start.time };
  const from = parsePosition(start.text);
  return from === undefined || isOutOfRange(from, storedRange) ? undefined : { from };
}

const isOutOfRange = (position: number, { oldest, head }: StoredRange): boolean => position < oldest || position > head;

/** Returns true if the typed text is not a stored position. An empty field is incomplete, but not invalid. */
export function isInvalidPosition(text: string, storedRange: StoredRange): boolean {
  const position = parsePosition(text);
  return text.trim() !== '' && (position === undefined || isOutOfRange(position, storedRange));
}
