import type { Schemas } from '#api/facts.gen.ts';

export type ReviewItem = Schemas['ReviewItem'];
export type RecordReview = Schemas['RecordReview'];

export const reviewKey = ({ entity, id, kind }: ReviewItem) => `${entity} ${id} ${kind}`;

/** Whether a row is still as it is shown, has become another meanwhile, or is decided on or gone. */
export type RowState = 'same' | 'changed' | 'gone';

/** What tells one content of a row from another; an import has no version, but counts. */
const contentOf = (item: ReviewItem) =>
  item.kind === 'import' ? `${item.created} ${item.proposed} ${item.ready}` : `${item.version} ${item.time}`;

/** The rows as they were, each compared with what has become of it, and how many have come since. */
export function compareRows(shown: readonly ReviewItem[], items: readonly ReviewItem[]) {
  const now = new Map(items.map((item) => [reviewKey(item), item]));
  const keys = new Set(shown.map(reviewKey));
  const states = shown.map((item): RowState => {
    const newer = now.get(reviewKey(item));
    if (!newer) return 'gone';
    return contentOf(newer) === contentOf(item) ? 'same' : 'changed';
  });
  return { states, added: items.filter((item) => !keys.has(reviewKey(item))).length, now };
}
