import { hasColumns, type Preset, type Row } from './preset.ts';
import { firstNonEmpty, fromCells, oneRecordPerRow, type RowMapping, type TextSource } from './raw-record.ts';

const hasCountryColumns = hasColumns('id', 'code', 'name', 'continent', 'wikipedia_link', 'keywords');

export const ourairportsCountries: Preset = {
  key: 'ourairports-countries',
  entity: 'country',
  label: { 'zh-CN': 'OurAirports 国家', en: 'OurAirports countries' },
  source: 'https://ourairports.com/data/',
  licence: 'Public domain',
  // the file of regions has these columns as well, among more
  recognises: (head) => hasCountryColumns(head) && head.columns.length === 6,
  records: oneRecordPerRow({ values: { code: 'code', name: 'name', continent: 'continent' } }),
};

/** Prefixes a local code with its country, as in `US-00AA`; identifiers that OurAirports made up already have the prefix. */
const withCountryPrefix = (country: string, local: string) =>
  local === '' || local.startsWith(`${country}-`) ? local : `${country}-${local}`;

const ICAO_SOURCE_COLUMNS = ['iata_code', 'ident', 'gps_code'];

/**
 * Files without an ICAO column have the ICAO codes among the GPS codes. Half of the four-letter GPS codes are none, but nearly all
 * of those are ICAO codes whose airport also has an IATA code.
 */
const icaoCode: TextSource = (row) => {
  if (row.columns.includes('icao_code')) return { text: row.get('icao_code'), columns: row.indexesOf(['icao_code']) };
  const [iata = '', ident = '', gps = ''] = ICAO_SOURCE_COLUMNS.map(row.get);
  return { text: iata && ident === gps && /^[A-Z]{4}$/.test(gps) ? gps : '', columns: row.indexesOf(['gps_code']) };
};

const itemOfList = (column: string, index: number) =>
  fromCells([column], (cell) => (cell.split(',')[index] ?? '').trim());

const airportMapping = (latitude: string | TextSource, longitude: string | TextSource): RowMapping => ({
  values: {
    code: firstNonEmpty(
      'iata_code',
      'icao_code',
      fromCells(['iso_country', 'local_code'], withCountryPrefix),
      fromCells(['iso_country', 'ident'], withCountryPrefix),
    ),
    name: 'name',
    country: 'iso_country',
    continent: 'continent',
    icaoCode,
    latitude,
    longitude,
  },
  refusals: [{ rule: 'notCurrent', columns: ['type'], when: (type) => type === 'closed' }],
});

const COMMON = {
  entity: 'airport',
  licence: 'Public domain',
  // an airport may have taken over a local code by which another one is still identified
  weight: (row: Row) => (row.get('ident') === row.get('local_code') ? 1 : 0),
} as const;

export const ourairportsAirports: Preset = {
  ...COMMON,
  key: 'ourairports-airports',
  label: { 'zh-CN': 'OurAirports 机场', en: 'OurAirports airports' },
  source: 'https://ourairports.com/data/',
  recognises: hasColumns('ident', 'type', 'latitude_deg', 'longitude_deg', 'iso_country', 'gps_code', 'iata_code'),
  records: oneRecordPerRow(airportMapping('latitude_deg', 'longitude_deg')),
};

/** The same airports as DataHub publishes them. */
export const datahubAirports: Preset = {
  ...COMMON,
  key: 'datahub-airport-codes',
  label: { 'zh-CN': 'DataHub 机场代码', en: 'DataHub airport codes' },
  source: 'https://github.com/datasets/airport-codes',
  // DataHub files without an ICAO column put longitude before latitude, so they must not match
  recognises: hasColumns('ident', 'type', 'elevation_ft', 'iso_country', 'icao_code', 'iata_code', 'coordinates'),
  records: oneRecordPerRow(airportMapping(itemOfList('coordinates', 0), itemOfList('coordinates', 1))),
};
