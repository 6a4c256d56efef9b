import { ecbRates } from './ecb-rates.ts';
import { datahubCountries, iso3166Countries } from './iso-countries.ts';
import { openflightsAirlines, openflightsAirports, openflightsTenColumns } from './openflights.ts';
import { optdAirlines, optdAirports, optdBestKnown, optdCities } from './opentraveldata.ts';
import { datahubAirports, ourairportsAirports, ourairportsCountries } from './ourairports.ts';
import type { Preset } from './preset.ts';
import { chinaRailwayStations, trainlineStations } from './stations.ts';

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
