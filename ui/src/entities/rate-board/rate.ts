import type { Schemas } from '#api/facts.gen.ts';
import { compareDecimals, normaliseDecimal, relativeChange } from '#kit/values/decimal.ts';

export type RateItem = Schemas['RateItem'];

/** A board may post any of the five: the first that is there speaks for the rate. */
export const amounts = ['middle', 'sell', 'buy', 'cashSell', 'cashBuy'] as const;
export type Amount = (typeof amounts)[number];
export type Amounts = Partial<Record<Amount, unknown>>;

const limit = '5';

export const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

export const leadingAmount = (rate: Amounts): Amount | undefined => amounts.find((name) => textOf(rate[name]) !== null);

/** Whether a change in percent is so great that somebody should look at it again. */
export const isJump = (change: string | null): boolean =>
  change !== null && compareDecimals(change.replace(/^[+-]/, ''), limit) === 1;

/** A hundred times a decimal, by moving its point. */
export function hundredfold(text: string): string | null {
  const exact = normaliseDecimal(text);
  if (exact === null) return null;
  const [whole = '', fraction = ''] = exact.split('.');
  return normaliseDecimal(`${whole}${fraction.slice(0, 2).padEnd(2, '0')}.${fraction.slice(2)}`);
}

/** An amount of one unit among amounts of another. */
const inUnit = (amount: string, from: number, to: number): string | null =>
  from === to ? amount : to > from ? hundredfold(amount) : amount;

export interface PreviousRate {
  unit: number;
  /** Amounts to compare with; the first one that has a value stands in for those without. */
  amounts: Amounts;
}

export interface Jump {
  previous: string;
  change: string;
}

/** How far an amount is from the same amount of the rate before, where that is far. */
export function jumpOf(name: Amount, amount: unknown, unit: unknown, before: PreviousRate | null): Jump | null {
  const typed = textOf(amount);
  const stands = before && leadingAmount(before.amounts);
  if (!typed || !before || !stands) return null;
  const own = textOf(before.amounts[name]) ?? textOf(before.amounts[stands]);
  const now = unit === 100 ? 100 : 1;
  const previous = own && inUnit(own, before.unit, now);
  const after = inUnit(typed, now, before.unit);
  const change = previous && after ? relativeChange(previous, after) : null;
  return previous && change && isJump(change) ? { previous, change } : null;
}

/** The last active rate of a pair that was posted before a moment; `items` has the newest first. */
export function previousRateOf(items: readonly RateItem[], quotedAt: unknown): PreviousRate | null {
  const time = Date.parse(String(quotedAt));
  const found = items.find((item) => item.status === 'active' && Date.parse(item.quotedAt) < time);
  return found ? { unit: found.unit, amounts: found } : null;
}

export interface Course {
  amount: Amount;
  points: { time: string; value: string }[];
}

/** What the amount that speaks for a rate was of the active rates of its pair and unit, itself included. */
export function courseOf(record: Amounts & { id: number; unit?: unknown }, items: readonly RateItem[]): Course | null {
  const amount = leadingAmount(record);
  if (!amount) return null;
  const points = items
    .filter(({ id, status, unit }) => unit === record.unit && (status === 'active' || id === record.id))
    .flatMap((item) => {
      const value = textOf(item[amount]);
      return value === null ? [] : [{ time: item.quotedAt, value }];
    });
  return { amount, points };
}

/** +0.35 → +0.35 %, with a minus sign that is as wide as the plus. */
export const percentText = (change: string): string => `${change.replace('-', '−')} %`;
