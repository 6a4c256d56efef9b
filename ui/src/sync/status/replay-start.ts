/** Where a replay is to begin: a position as it was typed, or a moment. */
export type ReplayStart = { by: 'position'; text: string } | { by: 'time'; time: string | null };

export interface StoredRange {
  oldest: number;
  head: number;
}

/** Digits, however they are grouped; undefined for anything else. */
export function readPosition(text: string): number | undefined {
  const digits = text.normalize('NFKC').replace(/[\s,.，_]/g, '');
  const position = Number(digits);
  return /^\d+$/.test(digits) && Number.isSafeInteger(position) ? position : undefined;
}

/** What to ask the server how much it is of; undefined where it is not said yet, or not kept. */
export function toQuery(start: ReplayStart, kept: StoredRange): { from: number } | { time: string } | undefined {
  if (start.by === 'time') return start.time === null ? undefined : { time: start.time };
  const from = readPosition(start.text);
  return from === undefined || isOut(from, kept) ? undefined : { from };
}

const isOut = (position: number, { oldest, head }: StoredRange): boolean => position < oldest || position > head;

/** Whether what was typed is no position that is kept; an empty field is only not said yet. */
export function isInvalidPosition(text: string, kept: StoredRange): boolean {
  const position = readPosition(text);
  return text.trim() !== '' && (position === undefined || isOut(position, kept));
}
