const day = String.raw`(\d{4})[-/](\d{1,2})[-/](\d{1,2})`;
const clock = String.raw`(\d{1,2}):(\d{2})(?::(\d{2})(\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?`;
const date = new RegExp(`^${day}(?:[T ]00?:00(?::00(?:\\.0+)?)?Z?)?$`, 'i');
const time = new RegExp(`^${day}[T ]${clock}$`, 'i');

const two = (digits = '') => digits.padStart(2, '0');

/** `2026/3/1` as `2026-03-01`; what is no date of year, month and day is left as it is. */
export function readDate(text: string): string {
  const [, year, month, of] = date.exec(text) ?? [];
  return year ? `${year}-${two(month)}-${two(of)}` : text;
}

/** `2026/3/1 8:00` as `2026-03-01T08:00:00Z`, without a zone by UTC; what is no date with a time is left as it is. */
export function readTime(text: string): string {
  const [, year, month, of, hour, minute, second, fraction = '', zone = 'Z'] = time.exec(text) ?? [];
  if (!year) return text;
  const offset = zone.toUpperCase().replace(/^([+-]\d{2})(\d{2})$/, '$1:$2');
  return `${year}-${two(month)}-${two(of)}T${two(hour)}:${minute}:${second ?? '00'}${fraction}${offset}`;
}
