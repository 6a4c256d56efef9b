import type { EntityKey, Schemas } from '#http/contract.ts';
import { ecbRates } from './ecb-rates.ts';
import { datahubCountries, iso3166Countries } from './iso-countries.ts';
import { openflightsAirlines, openflightsAirports, openflightsAirportsTenColumns } from './openflights.ts';
import { optdAirlines, optdAirportCities, optdAirports, optdCities } from './opentraveldata.ts';
import { datahubAirports, ourairportsAirports, ourairportsCountries } from './ourairports.ts';
import type { Preset } from './preset.ts';
import { chinaRailwayStations, trainlineStations } from './stations.ts';

/** All presets: a new one needs its file and an entry here. */
export const presets: readonly Preset[] = [
  ourairportsAirports,
  datahubAirports,
  ourairportsCountries,
  datahubCountries,
  iso3166Countries,
  openflightsAirports,
  openflightsAirportsTenColumns,
  openflightsAirlines,
  optdAirlines,
  optdAirports,
  optdCities,
  optdAirportCities,
  trainlineStations,
  chinaRailwayStations,
  ecbRates,
];

/** The public data sets (the contract's `ImportPreset`) that hold records of an entity. */
export const presetsOf = (entity: EntityKey): Preset[] => presets.filter((preset) => preset.entity === entity);

/** The public data set that the options name; undefined for a file of another form, whose columns are mapped to fields one by one. */
export const presetOf = (entity: EntityKey, { preset }: Pick<Schemas['ImportOptions'], 'preset'>): Preset | undefined =>
  presetsOf(entity).find(({ key }) => key === preset);
