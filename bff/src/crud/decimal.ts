// Decimals are strings from the user interface to the database; computations use scaled integers.

/** Removes insignificant zeros: `007.10` becomes `7.1`. */
export function normaliseDecimal(text: string): string {
  const [integerPart = '', fraction = ''] = text.split('.');
  const [integerDigits, decimals] = [integerPart.replace(/^0+(?=\d)/, ''), fraction.replace(/(?<!0)0+$/, '')];
  return decimals ? `${integerDigits}.${decimals}` : integerDigits;
}

/** Converts two decimals into integers of the same scale. */
function toScaledIntegers(a: string, b: string): [bigint, bigint] {
  const decimalPlaces = Math.max(...[a, b].map((text) => text.split('.')[1]?.length ?? 0));
  const toInteger = (text: string) => {
    const [integerDigits = '0', decimals = ''] = text.split('.');
    return BigInt(integerDigits + decimals.padEnd(decimalPlaces, '0'));
  };
  return [toInteger(a), toInteger(b)];
}

/** Compares two decimals like a sort comparator. */
export function compareDecimals(a: string, b: string): number {
  const [left, right] = toScaledIntegers(a, b);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Returns the change in per cent with two decimals, rounded half to even, and a sign unless that is zero: `+0.35`, `0.00`. */
export function percentChange(before: string, now: string): string {
  const [base, value] = toScaledIntegers(before, now);
  const difference = (value - base) * 10_000n;
  const absoluteDifference = difference < 0n ? -difference : difference;
  const [integerPart, remainder] = [absoluteDifference / base, absoluteDifference % base];
  const roundsUp = remainder * 2n > base || (remainder * 2n === base && integerPart % 2n === 1n);
  const hundredths = integerPart + (roundsUp ? 1n : 0n);
  const text = `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`;
  if (hundredths === 0n) return text;
  return `${difference < 0n ? '-' : '+'}${text}`;
}
