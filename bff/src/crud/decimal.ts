// Decimals are texts from screen to column and back; what is reckoned with them is reckoned in whole numbers.

/** `007.10` is `7.1`: no zeros that say nothing. */
export function normaliseDecimal(text: string): string {
  const [whole = '', fraction = ''] = text.split('.');
  const [before, after] = [whole.replace(/^0+(?=\d)/, ''), fraction.replace(/(?<!0)0+$/, '')];
  return after ? `${before}.${after}` : before;
}

/** Two decimals as whole numbers of the same scale. */
function scaled(a: string, b: string): [bigint, bigint] {
  const decimalPlaces = Math.max(...[a, b].map((text) => text.split('.')[1]?.length ?? 0));
  const whole = (text: string) => {
    const [before = '0', after = ''] = text.split('.');
    return BigInt(before + after.padEnd(decimalPlaces, '0'));
  };
  return [whole(a), whole(b)];
}

/** Below 0 where `a` is less than `b`, above where it is more. */
export function compareDecimals(a: string, b: string): number {
  const [one, other] = scaled(a, b);
  return one < other ? -1 : one > other ? 1 : 0;
}

/** How much `now` differs from `before`, in per cent with a sign and two decimals, halves to even: `+0.35`. */
export function percentChange(before: string, now: string): string {
  const [base, value] = scaled(before, now);
  const difference = (value - base) * 10_000n;
  const size = difference < 0n ? -difference : difference;
  const [whole, rest] = [size / base, size % base];
  const up = rest * 2n > base || (rest * 2n === base && whole % 2n === 1n);
  const hundredths = whole + (up ? 1n : 0n);
  const text = `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`;
  if (hundredths === 0n) return text;
  return `${difference < 0n ? '-' : '+'}${text}`;
}
