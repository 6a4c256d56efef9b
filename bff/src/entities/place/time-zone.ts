import { rawTimeZones } from '@vvo/tzdb';
import { getCountry, getTimezone } from 'countries-and-timezones';
import type { Fields } from '#crud/model.ts';
import type { FieldProblem } from '#http/problem.ts';

// The tz database keeps one zone where clocks have agreed since 1970 and links the rest to it, across borders too
// (Europe/Oslo to Europe/Berlin). People expect their own country's zone, so a link counts as a zone of its own where
// it names one; only an older spelling of the same place is renamed.
const ownNames = new Set(rawTimeZones.map(({ name }) => name));
const renamed = new Map(rawTimeZones.flatMap(({ name, group }) => group.map((old) => [old, name] as const)));

// the package looks names up in a plain object, where it also finds `constructor` and the like
const zoneOf = (name: string) => {
  const zone = getTimezone(name);
  return zone?.name === name ? zone : undefined;
};

/** Today's name of a zone; undefined for what is none. */
export function currentZone(name: string): string | undefined {
  const zone = zoneOf(name);
  if (!zone) return undefined;
  if (!zone.deprecated || ownNames.has(name)) return name;
  return renamed.get(name) ?? zone.aliasOf ?? undefined;
}

/** An old name of a zone gives way to today's; what is no zone stays as it is. */
export function withCurrentZone(fields: Fields): Fields {
  const { timezone } = fields;
  return typeof timezone === 'string' ? { ...fields, timezone: currentZone(timezone) ?? timezone } : fields;
}

/** What is no zone of the tz database. */
export const zoneProblems = ({ timezone }: Fields): FieldProblem[] =>
  typeof timezone === 'string' && !zoneOf(timezone) ? [{ pointer: '/timezone', rule: 'unknownTimeZone' }] : [];

/** Whether a country keeps this zone's time somewhere; true where nothing is known of either. */
export function isZoneOf(country: string, timezone: string): boolean {
  if (!getCountry(country)) return true;
  const countries = zoneOf(timezone)?.countries ?? [];
  return countries.length === 0 || countries.some((one) => one === country);
}
