/** Removes zeros that mean nothing: `007.10` becomes `7.1`. */
export function normaliseDecimal(text: string): string {
  const [whole = '', fraction = ''] = text.split('.');
  const [digits, decimals] = [whole.replace(/^0+(?=\d)/, ''), fraction.replace(/0+$/, '')];
  return decimals ? `${digits}.${decimals}` : digits;
}

/** Converts two decimals into integers of the same scale. */
function toIntegers(a: string, b: string): [bigint, bigint] {
  const places = Math.max(...[a, b].map((text) => text.split('.')[1]?.length ?? 0));
  const toInteger = (text: string) => {
    const [whole = '0', decimals = ''] = text.split('.');
    return BigInt(whole + decimals.padEnd(places, '0'));
  };
  return [toInteger(a), toInteger(b)];
}

export function isBelow(a: string, b: string): boolean {
  const [left, right] = toIntegers(a, b);
  return left < right;
}

/** Returns the change in per cent, with two decimals and a sign unless it is zero. */
export function percentChange(before: string, now: string): string {
  const [from, to] = toIntegers(before, now);
  // per cent of per cent, which are exact enough as a floating-point number
  const hundredths = Math.round(Number(((to - from) * 1_000_000n) / from) / 100);
  return `${hundredths > 0 ? '+' : ''}${(hundredths / 100).toFixed(2)}`;
}
