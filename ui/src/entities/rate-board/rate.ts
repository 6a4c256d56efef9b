import type { Schemas } from '#api/metadata.gen.ts';
import { compareDecimals, normaliseDecimal, relativeChange } from '#kit/values/decimal.ts';

export type RateItem = Schemas['RateItem'];

/** The amounts of a rate in order of preference: the first one present represents the rate. */
export const amounts = ['middle', 'sell', 'buy', 'cashSell', 'cashBuy'] as const;
export type AmountName = (typeof amounts)[number];
export type Amounts = Partial<Record<AmountName, unknown>>;

const JUMP_PERCENT = '5';

export const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Returns whether a change in percent is large enough to be checked again. */
export const isJump = (change: string | null): boolean =>
  change !== null && compareDecimals(change.replace(/^[+-]/, ''), JUMP_PERCENT) === 1;

/** Converts an amount from one unit, 1 or 100, to another, exactly, by moving its point. */
export function inUnit(amount: string, from: number, to: number): string | null {
  const exact = normaliseDecimal(amount);
  if (from === to || exact === null) return exact;
  const [whole = '', fraction = ''] = exact.split('.');
  if (to > from) return normaliseDecimal(`${whole}${fraction.padEnd(2, '0').slice(0, 2)}.${fraction.slice(2)}`);
  const digits = whole.padStart(2, '0');
  return normaliseDecimal(`${digits.slice(0, -2)}.${digits.slice(-2)}${fraction}`);
}

export type EarlierRate = Amounts & { unit: number };

export interface Jump {
  previous: string;
  change: string;
}

/**
 * Returns the change of an amount from the last rate that has this amount, if it is a jump, else null. As in the list, different amounts
 * are not compared: a middle and a selling rate differ without any change. `earlierRates` are in order, newest first.
 */
export function jumpOf(
  name: AmountName,
  amount: unknown,
  unit: unknown,
  earlierRates: readonly EarlierRate[],
): Jump | null {
  const typed = textOf(amount);
  const earlier = earlierRates.find((rate) => textOf(rate[name]) !== null);
  const previous = earlier && inUnit(textOf(earlier[name]) ?? '', earlier.unit, unit === 100 ? 100 : 1);
  const change = typed && previous && relativeChange(previous, typed);
  return previous && change && isJump(change) ? { previous, change } : null;
}

/** Formats a percentage (+0.35 %) with a minus sign as wide as the plus sign. */
export const percentText = (change: string): string => `${change.replace('-', '−')} %`;
