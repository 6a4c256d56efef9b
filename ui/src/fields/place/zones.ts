import { rawTimeZones } from '@vvo/tzdb';
import { getAllCountries, getAllTimezones, getTimezone } from 'countries-and-timezones';
import type { Option } from '#kit/choice/option.tsx';
import { offsetOf } from './zone-offset.ts';

// The tz database links zones whose clocks have agreed since 1970, across borders too (Europe/Oslo to Europe/Berlin).
// A link is a zone of its own where people know their country's by it; only an older spelling is renamed.
const ownNames = new Set(rawTimeZones.map(({ name }) => name));
const renamed = new Map(rawTimeZones.flatMap(({ name, group }) => group.map((old) => [old, name] as const)));

/** An old name's present one; a name that the tz database does not know stays as it is. */
export function canonicalZone(name: string): string {
  const zone = getTimezone(name);
  if (!zone?.deprecated || ownNames.has(name)) return name;
  return renamed.get(name) ?? zone.aliasOf ?? name;
}

/** Fixed offsets and `Factory` are zones of the database, but of no place. */
const isPlace = ({ name, countries }: { name: string; countries: readonly string[] }) =>
  countries.length > 0 || name === 'Etc/UTC' || name.startsWith('Antarctica/');

/** All zones by name, each with its present offset, and found by its old names too. */
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

/** Whether the country keeps this zone's time somewhere; undefined where the database does not know the country. */
export function isZoneOf(zone: string, country: string): boolean | undefined {
  if (!(country in getAllCountries())) return undefined;
  const keepers: readonly string[] = getTimezone(zone)?.countries ?? [];
  return keepers.length === 0 || keepers.includes(country);
}
