const two = (part: string) => part.padStart(2, '0');

/** 5:40, 05：40, 0540, 5 as HH:MM; null for what is no time of a day. */
export function readTime(text: string): string | null {
  const parts =
    /^(\d{1,2})(?:\s*[:.时]\s*(?:(\d{1,2})\s*)?分?)?$/.exec(text.trim()) ?? /^(\d{2})(\d{2})$/.exec(text.trim());
  if (!parts) return null;
  const [, hour = '', minute = '0'] = parts;
  return Number(hour) < 24 && Number(minute) < 60 ? `${two(hour)}:${two(minute)}` : null;
}

export const hourTexts = Array.from({ length: 24 }, (_, hour) => two(String(hour)));

/** Every fifth minute, and the one that is set. */
export function minuteTexts(set: string | undefined): string[] {
  const fives = Array.from({ length: 12 }, (_, index) => two(String(index * 5)));
  return set === undefined || fives.includes(set) ? fives : [...fives, set].sort();
}
