import { rawTimeZones } from '@vvo/tzdb';
import { getAllCountries, getAllTimezones, getTimezone } from 'countries-and-timezones';
import type { Option } from '#kit/choice/option.tsx';
import { offsetOf } from './zone-offset.ts';

// The tz database links zones whose clocks have agreed since 1970, across borders too (Europe/Oslo to Europe/Berlin).
// A link that is known as a country's own zone is kept; only old spellings are replaced.
const ownNames = new Set(rawTimeZones.map(({ name }) => name));
const renamed = new Map(rawTimeZones.flatMap(({ name, group }) => group.map((old) => [old, name] as const)));

/** Returns the current name of a zone; unknown names are returned unchanged. */
export function canonicalZone(name: string): string {
  const zone = getTimezone(name);
  if (!zone?.deprecated || ownNames.has(name)) return name;
  return renamed.get(name) ?? zone.aliasOf ?? name;
}

/** Zones of the database without a location: fixed offsets and `Factory`. */
const isPlace = ({ name, countries }: { name: string; countries: readonly string[] }) =>
  countries.length > 0 || name === 'Etc/UTC' || name.startsWith('Antarctica/');

/** Returns all zones sorted by name, with their current offset and their old names as keywords. */
export function zoneOptions(now: Date): Option[] {
  const all = Object.values(getAllTimezones({ deprecated: true }));
  const old = new Map<string, string[]>();
  for (const { name } of all) {
    const present = canonicalZone(name);
    if (present !== name) old.set(present, [...(old.get(present) ?? []), name]);
  }
  return all
    .filter((zone) => isPlace(zone) && canonicalZone(zone.name) === zone.name)
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

/** Returns whether a country uses a zone; undefined if the database does not know the country. */
export function isZoneOf(zone: string, country: string): boolean | undefined {
  if (!(country in getAllCountries())) return undefined;
  const zoneCountries: readonly string[] = getTimezone(zone)?.countries ?? [];
  return zoneCountries.length === 0 || zoneCountries.includes(country);
}
