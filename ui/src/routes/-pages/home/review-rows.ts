import type { Schemas } from '#api/metadata.gen.ts';

export type ReviewItem = Schemas['ReviewItem'];
export type RecordToReview = Schemas['RecordToReview'];

export const reviewKey = ({ entity, id, kind }: ReviewItem) => `${entity} ${id} ${kind}`;

/** Whether a shown row is unchanged, changed, or decided or gone. */
export type RowState = 'same' | 'changed' | 'gone';

/** Returns a key of a row's content: the version, or the counts of an import. */
const contentKey = (item: ReviewItem) =>
  item.kind === 'import' ? `${item.created} ${item.proposed} ${item.ready}` : `${item.version} ${item.time}`;

/** Whether two items are the same version of the same thing, so that a decision on one is a decision on the other. */
export const isSameContent = (a: ReviewItem, b: ReviewItem) =>
  reviewKey(a) === reviewKey(b) && contentKey(a) === contentKey(b);

/** Compares the shown rows with the current ones and counts the new ones. */
export function compareRows(shown: readonly ReviewItem[], items: readonly ReviewItem[]) {
  const currentByKey = new Map(items.map((item) => [reviewKey(item), item]));
  const keys = new Set(shown.map(reviewKey));
  const states = shown.map((item): RowState => {
    const current = currentByKey.get(reviewKey(item));
    if (!current) return 'gone';
    return isSameContent(current, item) ? 'same' : 'changed';
  });
  return { states, added: items.filter((item) => !keys.has(reviewKey(item))).length, currentByKey };
}
