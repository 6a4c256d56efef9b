import type { Schemas } from '#api/metadata.gen.ts';
import { compareDecimals, normaliseDecimal, relativeChange } from '#kit/values/decimal.ts';

export type RateItem = Schemas['RateItem'];

/** The amounts of a rate in order of preference: the first one present represents the rate. */
export const amounts = ['middle', 'sell', 'buy', 'cashSell', 'cashBuy'] as const;
export type AmountName = (typeof amounts)[number];
export type Amounts = Partial<Record<AmountName, unknown>>;

const JUMP_PERCENT = '5';

export const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

export const leadingAmount = (rate: Amounts): AmountName | undefined =>
  amounts.find((name) => textOf(rate[name]) !== null);

/** Returns whether a change in percent is large enough to be checked again. */
export const isJump = (change: string | null): boolean =>
  change !== null && compareDecimals(change.replace(/^[+-]/, ''), JUMP_PERCENT) === 1;

/** Multiplies a decimal by a hundred, exactly, by moving its point. */
export function hundredfold(text: string): string | null {
  const exact = normaliseDecimal(text);
  if (exact === null) return null;
  const [whole = '', fraction = ''] = exact.split('.');
  return normaliseDecimal(`${whole}${fraction.slice(0, 2).padEnd(2, '0')}.${fraction.slice(2)}`);
}

/** Returns an amount per `to` units if `to` is larger than `from`, else the amount unchanged; amounts are compared in the larger of their units. */
const inLargerUnit = (amount: string, from: number, to: number): string | null =>
  from === to ? amount : to > from ? hundredfold(amount) : amount;

export interface PreviousRate {
  unit: number;
  /** The amounts to compare with; the first one present is used for missing ones. */
  amounts: Amounts;
}

export interface Jump {
  previous: string;
  change: string;
}

/** Returns the change of an amount from the previous rate if it is a jump, else null. */
export function jumpOf(name: AmountName, amount: unknown, unit: unknown, before: PreviousRate | null): Jump | null {
  const typed = textOf(amount);
  const representative = before && leadingAmount(before.amounts);
  if (!typed || !before || !representative) return null;
  const previousAmount = textOf(before.amounts[name]) ?? textOf(before.amounts[representative]);
  const currentUnit = unit === 100 ? 100 : 1;
  const previous = previousAmount && inLargerUnit(previousAmount, before.unit, currentUnit);
  const converted = inLargerUnit(typed, currentUnit, before.unit);
  const change = previous && converted ? relativeChange(previous, converted) : null;
  return previous && change && isJump(change) ? { previous, change } : null;
}

/** Returns the last active rate of a pair before a time; `items` is newest first. */
export function previousRateOf(items: readonly RateItem[], quotedAt: unknown): PreviousRate | null {
  const time = Date.parse(String(quotedAt));
  const found = items.find((item) => item.status === 'active' && Date.parse(item.quotedAt) < time);
  return found ? { unit: found.unit, amounts: found } : null;
}

/** Formats a percentage (+0.35 %) with a minus sign as wide as the plus sign. */
export const percentText = (change: string): string => `${change.replace('-', '−')} %`;
