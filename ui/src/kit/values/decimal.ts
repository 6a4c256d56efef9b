/** Decimals as exact texts: `-?(0|[1-9]\d*)(\.\d*[1-9])?`. Nothing here goes through a float. */

const plain = /^([+-]?)(\d*)(?:\.(\d*))?$/;
/** Marks that can only group digits, never part the fraction. */
const spaced = /^[+-]?\d{1,3}(?:([\s'’])\d{3})(?:\1\d{3})*(?:\.\d*)?$/;
/** A comma groups where a point follows or where there are two; alone, 1,234 could be either. */
const commas = /^[+-]?\d{1,3}(?:,\d{3})*,\d{3}(?:\.\d*|(?<=,\d{3},\d{3}))$/;

function withoutGroups(text: string): string {
  if (spaced.test(text)) return text.replace(/[\s'’]/g, '');
  if (commas.test(text)) return text.replaceAll(',', '');
  return text;
}

/** 07.10 → 7.1, １２．５ → 12.5, 1,234.50 → 1234.5; null for what is no decimal, or could be two. */
export function normaliseDecimal(text: string): string | null {
  const narrow = text.normalize('NFKC').replace(/[。｡]/g, '.').replace(/[−﹣]/g, '-').trim();
  const parts = plain.exec(withoutGroups(narrow));
  if (!parts) return null;
  const [, sign, whole = '', fraction = ''] = parts;
  if (whole === '' && fraction === '') return null;
  const kept = fraction.replace(/(?<!0)0+$/, '');
  const size = (whole.replace(/^0+/, '') || '0') + (kept && `.${kept}`);
  return sign === '-' && size !== '0' ? `-${size}` : size;
}

interface Scaled {
  digits: bigint;
  /** how many of the digits stand behind the point */
  scale: number;
}

function scaled(text: string): Scaled | null {
  const exact = normaliseDecimal(text);
  if (exact === null) return null;
  const [whole = '', fraction = ''] = exact.split('.');
  return { digits: BigInt(whole + fraction), scale: fraction.length };
}

function align(a: string, b: string): [bigint, bigint] | null {
  const [left, right] = [scaled(a), scaled(b)];
  if (!left || !right) return null;
  const scale = Math.max(left.scale, right.scale);
  const raise = (value: Scaled) => value.digits * 10n ** BigInt(scale - value.scale);
  return [raise(left), raise(right)];
}

/** Below, at or above zero, as for `sort`; null where one of them is no decimal. */
export function compareDecimals(a: string, b: string): -1 | 0 | 1 | null {
  const pair = align(a, b);
  if (!pair) return null;
  return pair[0] === pair[1] ? 0 : pair[0] < pair[1] ? -1 : 1;
}

/** Half goes to the even neighbour, so that many roundings do not drift. */
function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const negative = dividend < 0n;
  const size = negative ? -dividend : dividend;
  const quotient = size / divisor;
  const twice = 2n * (size % divisor);
  const up = twice > divisor || (twice === divisor && quotient % 2n === 1n);
  const rounded = up ? quotient + 1n : quotient;
  return negative ? -rounded : rounded;
}

/** +0.35, -1.20, 0.00: by how many percent `after` differs from `before`; null where that cannot be said. */
export function relativeChange(before: string, after: string): string | null {
  const pair = align(before, after);
  if (!pair || pair[0] === 0n) return null;
  const [from, to] = pair;
  const hundredths = divideHalfEven((to - from) * 10_000n, from < 0n ? -from : from);
  const sign = hundredths > 0n ? '+' : hundredths < 0n ? '-' : '';
  const digits = String(hundredths < 0n ? -hundredths : hundredths).padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
