import { firstOf, fromCells, oneRecordPerRow, type RowMapping, type TextSource } from './draft.ts';
import { hasColumns, type Preset, type Row } from './preset.ts';

const hasCountryColumns = hasColumns('id', 'code', 'name', 'continent', 'wikipedia_link', 'keywords');

export const ourairportsCountries: Preset = {
  key: 'ourairports-countries',
  entity: 'country',
  label: { 'zh-CN': 'OurAirports 国家', en: 'OurAirports countries' },
  source: 'https://ourairports.com/data/',
  licence: 'Public domain',
  // its regions have these columns, too
  recognises: (head) => hasCountryColumns(head) && head.columns.length === 6,
  records: oneRecordPerRow({ values: { code: 'code', name: 'name', continent: 'continent' } }),
};

/** `US-00AA`: its own identifiers begin with the country already where it made them up. */
const inCountry = (country: string, local: string) =>
  local === '' || local.startsWith(`${country}-`) ? local : `${country}-${local}`;

const ICAO_SOURCE_COLUMNS = ['iata_code', 'ident', 'gps_code'];

/**
 * Files without a column for ICAO codes have them among the GPS codes, where as many of four letters are none; of airports with an IATA
 * code nearly all are some.
 */
const icaoCode: TextSource = (row) => {
  if (row.columns.includes('icao_code')) return { text: row.get('icao_code'), columns: row.indexesOf(['icao_code']) };
  const [iata = '', ident = '', gps = ''] = ICAO_SOURCE_COLUMNS.map(row.get);
  return { text: iata && ident === gps && /^[A-Z]{4}$/.test(gps) ? gps : '', columns: row.indexesOf(['gps_code']) };
};

const listItem = (column: string, index: number) =>
  fromCells([column], (cell) => (cell.split(',')[index] ?? '').trim());

const airportMapping = (latitude: string | TextSource, longitude: string | TextSource): RowMapping => ({
  values: {
    code: firstOf(
      'iata_code',
      'icao_code',
      fromCells(['iso_country', 'local_code'], inCountry),
      fromCells(['iso_country', 'ident'], inCountry),
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
  // some took the local code of another one over that is still known by it
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

/** The same airports as DataHub gives them out. */
export const datahubAirports: Preset = {
  ...COMMON,
  key: 'datahub-airport-codes',
  label: { 'zh-CN': 'DataHub 机场代码', en: 'DataHub airport codes' },
  source: 'https://github.com/datasets/airport-codes',
  // files without a column for ICAO codes have longitudes before latitudes
  recognises: hasColumns('ident', 'type', 'elevation_ft', 'iso_country', 'icao_code', 'iata_code', 'coordinates'),
  records: oneRecordPerRow(airportMapping(listItem('coordinates', 0), listItem('coordinates', 1))),
};
