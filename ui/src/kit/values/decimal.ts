/** Exact decimals as strings, `-?(0|[1-9]\d*)(\.\d*[1-9])?` when normalised. Nothing here is converted to a float. */

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?$/;
/** Digits grouped by separators that are never a decimal point. */
const SPACE_GROUPED = /^[+-]?\d{1,3}(?:([\s'’])\d{3})(?:\1\d{3})*(?:\.\d*)?$/;
/** Digits grouped by commas, if a point or a second comma shows that they are; 1,234 alone is ambiguous. */
const COMMA_GROUPED = /^[+-]?\d{1,3}(?:,\d{3})*,\d{3}(?:\.\d*|(?<=,\d{3},\d{3}))$/;

function removeGroupSeparators(text: string): string {
  if (SPACE_GROUPED.test(text)) return text.replace(/[\s'’]/g, '');
  if (COMMA_GROUPED.test(text)) return text.replaceAll(',', '');
  return text;
}

/** Normalises 07.10 to 7.1, １２．５ to 12.5, 1,234.50 to 1234.5; returns null for invalid or ambiguous input. */
export function normaliseDecimal(text: string): string | null {
  const ascii = text.normalize('NFKC').replace(/[。｡]/g, '.').replace(/[−﹣]/g, '-').trim();
  const parts = DECIMAL.exec(removeGroupSeparators(ascii));
  if (!parts) return null;
  const [, sign, integer = '', fraction = ''] = parts;
  if (integer === '' && fraction === '') return null;
  const trimmedFraction = fraction.replace(/(?<!0)0+$/, '');
  const magnitude = (integer.replace(/^0+/, '') || '0') + (trimmedFraction && `.${trimmedFraction}`);
  return sign === '-' && magnitude !== '0' ? `-${magnitude}` : magnitude;
}

/** Groups the digits before the decimal point by three: 1234567.8901 becomes 1,234,567.8901. */
export function groupDigits(text: string): string {
  const [integer = '', ...fraction] = text.split('.');
  const sign = integer.startsWith('-') ? '-' : '';
  const groups: string[] = [];
  for (let end = integer.length; end > sign.length; end -= 3)
    groups.unshift(integer.slice(Math.max(sign.length, end - 3), end));
  return [sign + groups.join(), ...fraction].join('.');
}

interface ScaledDecimal {
  digits: bigint;
  /** the number of digits after the decimal point */
  scale: number;
}

function toScaled(text: string): ScaledDecimal | null {
  const exact = normaliseDecimal(text);
  if (exact === null) return null;
  const [integer = '', fraction = ''] = exact.split('.');
  return { digits: BigInt(integer + fraction), scale: fraction.length };
}

function align(a: string, b: string): [bigint, bigint] | null {
  const [left, right] = [toScaled(a), toScaled(b)];
  if (!left || !right) return null;
  const scale = Math.max(left.scale, right.scale);
  const rescale = (value: ScaledDecimal) => value.digits * 10n ** BigInt(scale - value.scale);
  return [rescale(left), rescale(right)];
}

/** Compares two decimals as for `sort`; returns null if one of them is invalid. */
export function compareDecimals(a: string, b: string): -1 | 0 | 1 | null {
  const pair = align(a, b);
  if (!pair) return null;
  return pair[0] === pair[1] ? 0 : pair[0] < pair[1] ? -1 : 1;
}

/** Rounds half to even, so that repeated rounding does not drift. */
function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const negative = dividend < 0n;
  const magnitude = negative ? -dividend : dividend;
  const quotient = magnitude / divisor;
  const doubledRemainder = 2n * (magnitude % divisor);
  const roundsUp = doubledRemainder > divisor || (doubledRemainder === divisor && quotient % 2n === 1n);
  const rounded = roundsUp ? quotient + 1n : quotient;
  return negative ? -rounded : rounded;
}

/** Returns the change in percent, such as +0.35, -1.20 or 0.00; null if `before` is 0 or either is invalid. */
export function relativeChange(before: string, after: string): string | null {
  const pair = align(before, after);
  if (!pair || pair[0] === 0n) return null;
  const [from, to] = pair;
  const hundredths = divideHalfEven((to - from) * 10_000n, from < 0n ? -from : from);
  const sign = hundredths > 0n ? '+' : hundredths < 0n ? '-' : '';
  const digits = String(hundredths < 0n ? -hundredths : hundredths).padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
