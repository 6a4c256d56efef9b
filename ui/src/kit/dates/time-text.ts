const padTwo = (part: string) => part.padStart(2, '0');

/** Parses 5:40, 05：40, 0540 or 5 and returns HH:MM; null for an invalid time. */
export function parseTimeText(text: string): string | null {
  const parts =
    /^(\d{1,2})(?:\s*[:.时]\s*(?:(\d{1,2})\s*)?分?)?$/.exec(text.trim()) ?? /^(\d{2})(\d{2})$/.exec(text.trim());
  if (!parts) return null;
  const [, hour = '', minute = '0'] = parts;
  return Number(hour) < 24 && Number(minute) < 60 ? `${padTwo(hour)}:${padTwo(minute)}` : null;
}

export const HOUR_OPTIONS = Array.from({ length: 24 }, (_, hour) => padTwo(String(hour)));

/** Returns every fifth minute, and the selected one. */
export function minuteOptions(selectedMinute: string | undefined): string[] {
  const everyFiveMinutes = Array.from({ length: 12 }, (_, index) => padTwo(String(index * 5)));
  return selectedMinute === undefined || everyFiveMinutes.includes(selectedMinute)
    ? everyFiveMinutes
    : [...everyFiveMinutes, selectedMinute].sort();
}
