import { pastDay } from '#session/past-day.ts';

/** Returns the last moment of a day where the viewer is. */
export function endOfDay(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(new Date(year, month - 1, date + 1).getTime() - 1).toISOString();
}

/** Returns the query parameter of reads on a day of the past. */
export function pastQuery(): { asOf?: string } {
  const day = pastDay();
  return day ? { asOf: endOfDay(day) } : {};
}
