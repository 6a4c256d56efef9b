import { useMemo } from 'react';
import { findRecords } from '#crud/find-records.ts';
import { useForm } from '#crud/record/form-context.ts';
import { useHint } from '#crud/use-read.ts';
import { otherAirports } from './city-airports.ts';

/** The other airports of the city that the form names; none where they cannot be had. */
export function useCityAirports() {
  const { base, values } = useForm();
  const city = typeof values.city === 'string' ? values.city : null;
  const airports = useHint(city === null ? null : ['airports of city', city], () =>
    findRecords('airport', '', { city: city ?? '', pageSize: '50' }),
  );
  const own = base?.id;
  return useMemo(() => otherAirports(airports ?? [], own), [airports, own]);
}
