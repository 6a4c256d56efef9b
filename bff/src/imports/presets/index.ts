import { chinaRailwayStations } from './12306-stations.ts';
import { ecbRates } from './ecb-rates.ts';
import { datahubCountries, iso3166Countries } from './iso-countries.ts';
import { openflightsAirlines } from './openflights-airlines.ts';
import { openflightsAirports, openflightsTenColumns } from './openflights-airports.ts';
import { optdAirlines } from './optd-airlines.ts';
import { optdBestKnown } from './optd-best-known.ts';
import { optdAirports, optdCities } from './optd-places.ts';
import { datahubAirports, ourairportsAirports } from './ourairports-airports.ts';
import { ourairportsCountries } from './ourairports-countries.ts';
import type { Preset } from './preset.ts';
import { trainlineStations } from './trainline-stations.ts';

/** The only list of presets: a new one is a file and a line here. */
export const presets: readonly Preset[] = [
  ourairportsAirports,
  datahubAirports,
  ourairportsCountries,
  datahubCountries,
  iso3166Countries,
  openflightsAirports,
  openflightsTenColumns,
  openflightsAirlines,
  optdAirlines,
  optdAirports,
  optdCities,
  optdBestKnown,
  trainlineStations,
  chinaRailwayStations,
  ecbRates,
];
