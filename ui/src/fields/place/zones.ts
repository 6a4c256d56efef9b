import { getAllCountries, getAllTimezones, getTimezone } from 'countries-and-timezones';
import type { Option } from '#kit/option.tsx';
import { offsetOf } from './zone-offset.ts';

/** An old name's present one; a name that the tz database does not know stays as it is. */
export function canonicalZone(name: string): string {
  return getTimezone(name)?.aliasOf ?? name;
}

/** Fixed offsets and `Factory` are zones of the database, but of no place. */
const isPlace = ({ name, countries }: { name: string; countries: readonly string[] }) =>
  countries.length > 0 || name === 'Etc/UTC' || name.startsWith('Antarctica/');

/** All zones by name, each with its present offset, and found by its old names too. */
export function zoneOptions(now: Date): Option[] {
  const old = new Map<string, string[]>();
  for (const { name, aliasOf } of Object.values(getAllTimezones({ deprecated: true })))
    if (aliasOf) old.set(aliasOf, [...(old.get(aliasOf) ?? []), name]);
  return Object.values(getAllTimezones())
    .filter(isPlace)
    .map(({ name, utcOffset }) => {
      const note = offsetOf(name, now) ?? offsetLabel(utcOffset);
      const words = [name.replaceAll('_', ' '), note.replace('−', '-'), ...(old.get(name) ?? [])];
      return { value: name, label: name, note, keywords: words.join(' ') };
    })
    .sort((a, b) => a.label.localeCompare(b.label, 'en'));
}

const offsetLabel = (minutes: number): string => {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const sign = minutes < 0 ? '−' : '+';
  return minutes === 0 ? 'UTC' : `UTC${sign}${hours}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`;
};

/** Whether the country keeps this zone's time somewhere; undefined where the database does not know the country. */
export function isZoneOf(zone: string, country: string): boolean | undefined {
  const countries: Record<string, { timezones: readonly string[] } | undefined> = getAllCountries();
  const zones = countries[country]?.timezones;
  return zones?.map(canonicalZone).includes(canonicalZone(zone));
}
