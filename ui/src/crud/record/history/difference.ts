import { type BodyName, decimals } from '#api/metadata.gen.ts';
import type { Values } from '#crud/define-entity.ts';
import { number } from '#i18n/format.ts';
import { t } from '#i18n/i18n.ts';
import { bearingDegrees, type Coordinates, distanceKm } from '#kit/values/coordinates.ts';
import type { FieldChange } from './field-changes.ts';

/** Returns a function that says how the new value of a field differs: '' if the two values speak for themselves. */
export function createDifferenceText(
  schema: BodyName,
  changes: readonly FieldChange[],
  before: Values,
  after: Values,
): (change: FieldChange) => string {
  // the distance takes both coordinates together, so only the first of them says it
  const firstCoordinate = changes.find(({ pointer }) => isCoordinate(pointer));
  const [from, to] = [toPoint(before), toPoint(after)];
  return (change) => {
    if (!isCoordinate(change.pointer) || !from || !to) return valueDifference(schema, change);
    return change === firstCoordinate ? movementText(from, to) : '';
  };
}

const isCoordinate = (pointer: string) => pointer === '/latitude' || pointer === '/longitude';

export const toPoint = ({ latitude, longitude }: Values): Coordinates | undefined =>
  typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : undefined;

const DIRECTIONS = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const;

/** Says by how far a place moves, in metres below one kilometre, and where to. */
function movementText(from: Coordinates, to: Coordinates): string {
  const km = distanceKm(from, to);
  if (km === 0) return '';
  const distance = km < 1 ? `${number(Math.max(1, Math.round(km * 1000)))} m` : `${number(Math.round(km))} km`;
  const direction = DIRECTIONS[Math.round(bearingDegrees(from, to) / 45) % DIRECTIONS.length] ?? 'n';
  return t('review.moved', { distance, direction: t(`review.direction.${direction}`) });
}

const isMissing = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

function valueDifference(schema: BodyName, { pointer, before, after }: FieldChange): string {
  if (isMissing(before)) return t('review.difference.added');
  if (isMissing(after)) return t('review.difference.removed');
  if (Array.isArray(before) && Array.isArray(after)) return itemsDifference(before, after);
  // other texts of digits are codes
  const isAmount = decimals[schema]?.includes(pointer.slice(1));
  const [oldNumber, newNumber] = [before, after].map((value) =>
    typeof value === 'number' || isAmount ? Number(value) : undefined,
  );
  if (oldNumber !== undefined && newNumber !== undefined) return numberDifference(oldNumber, newNumber);
  const [oldDay, newDay] = [toDay(before), toDay(after)];
  if (oldDay !== undefined && newDay !== undefined) {
    const days = newDay - oldDay;
    return t(days > 0 ? 'review.difference.later' : 'review.difference.earlier', {
      count: Math.abs(days),
      n: number(Math.abs(days)),
    });
  }
  return typeof before === 'string' && typeof after === 'string' ? wordsDifference(before, after) : '';
}

/** Counts the items of `values` that are not among `others`, each of which takes away one equal item. */
function countUnmatched(values: readonly unknown[], others: readonly unknown[]): number {
  const left = others.map((other) => JSON.stringify(other));
  return values.filter((value) => {
    const index = left.indexOf(JSON.stringify(value));
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  }).length;
}

function itemsDifference(before: readonly unknown[], after: readonly unknown[]): string {
  const [added, removed] = [countUnmatched(after, before), countUnmatched(before, after)];
  if (added === 0 && removed === 0) return t('review.difference.order');
  return [added > 0 ? `+${number(added)}` : '', removed > 0 ? `−${number(removed)}` : ''].filter(Boolean).join(' ');
}

const MAX_DECIMALS = 8;

function numberDifference(before: number, after: number): string {
  const difference = after - before;
  const sign = difference < 0 ? '−' : '+';
  // subtraction of binary fractions leaves digits that neither number has
  const amount = Math.abs(difference).toLocaleString('en-US', { maximumFractionDigits: MAX_DECIMALS });
  if (before === 0) return sign + amount;
  const percent = Math.abs((difference / before) * 100).toLocaleString('en-US', { maximumSignificantDigits: 2 });
  return t('review.difference.number', { amount: sign + amount, percent: `${sign}${percent} %` });
}

const DAY_MS = 24 * 3_600_000;

const toDay = (value: unknown): number | undefined =>
  /^\d{4}-\d{2}-\d{2}$/.test(String(value)) ? Date.parse(String(value)) / DAY_MS : undefined;

const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean);

/** Counts whole words that were only added or only removed; a text without spaces is one word. */
function wordsDifference(before: string, after: string): string {
  const [oldWords, newWords] = [wordsOf(before), wordsOf(after)];
  const [added, removed] = [countUnmatched(newWords, oldWords), countUnmatched(oldWords, newWords)];
  if (added > 0 && removed > 0) return '';
  if (added + removed === 0) return oldWords.join(' ') === newWords.join(' ') ? '' : t('review.difference.order');
  const count = added + removed;
  return t(added > 0 ? 'review.difference.words' : 'review.difference.fewerWords', { count });
}
