import { useMemo } from 'react';
import { findRecords, recordOf } from '#crud/find-records.ts';
import { useForm } from '#crud/record/form-context.ts';
import { useHint } from '#crud/use-read.ts';
import { useSession } from '#session/use-session.ts';
import { nearbyOf, type PlacedAirport, placed } from './nearby.ts';

const none: PlacedAirport[] = [];
const home = 'CN';
const pageSize = 100;
const pages = 5;

/** The airports of a country; what was asked for lately is kept by `findRecords`. */
async function airportsOf(country: string): Promise<PlacedAirport[]> {
  const found: PlacedAirport[] = [];
  for (let page = 1; page <= pages; page += 1) {
    const records = await findRecords('airport', '', { country, page: String(page), pageSize: String(pageSize) });
    found.push(...placed(records));
    if (records.length < pageSize) break;
  }
  return found;
}

/** The airports with a place in the station's country and on its list; none for who may not read them. */
export function useAirportsAround() {
  const { can } = useSession();
  const { values } = useForm();
  const city = typeof values.city === 'string' ? values.city : null;
  const codes = nearbyOf(values.airports).map(({ airport }) => airport);
  const country = useHint(city === null ? null : ['country of city', city], async () =>
    city ? (await recordOf('city', city))?.country : undefined,
  );
  const of = typeof country === 'string' ? country : home;
  const inCountry = useHint(can('airport:read') ? ['airports of country', of] : null, () => airportsOf(of)) ?? none;
  const others = codes.filter((code) => !inCountry.some((airport) => airport.code === code));
  const fromElsewhere =
    useHint(inCountry.length > 0 && others.length > 0 ? ['airports', others] : null, async () =>
      placed((await Promise.all(others.map((code) => recordOf('airport', code)))).filter((one) => one !== undefined)),
    ) ?? none;
  const airports = useMemo(() => [...inCountry, ...fromElsewhere], [inCountry, fromElsewhere]);
  return { airports, country: typeof country === 'string' ? country : null };
}
