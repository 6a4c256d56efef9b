import type { Texts } from '#http/contract.ts';
import { hasRowsMatching, type Preset } from './preset.ts';
import { firstNonEmpty, fromCells, ifMatches, oneRecordPerRow } from './raw-record.ts';

// the source writes `\N` for an empty field; its contributors write `N/A` or `-`
const ifKnown = (column: string) => fromCells([column], (cell) => (/^(\\N|N\/A|-|)$/.test(cell) ? '' : cell));

export const openflightsAirlines: Preset = {
  key: 'openflights-airlines',
  entity: 'airline',
  label: { 'zh-CN': 'OpenFlights 航空公司', en: 'OpenFlights airlines' },
  source: 'https://openflights.org/data',
  licence: 'ODbL 1.0',
  columns: ['id', 'name', 'alias', 'iata', 'icao', 'callsign', 'country', 'active'],
  recognises: hasRowsMatching(/^-?\d+$/, /./, /^/, /^(.{0,2}|\\N)$/, /^(.{0,3}|N\/A|\\N)$/, /^/, /^/, /^[YNn]$/),
  records: oneRecordPerRow({
    values: {
      code: ifKnown('iata'),
      name: 'name',
      country: ifKnown('country'),
      icaoCode: ifMatches('icao', /^[A-Z]{3}$/),
      callsign: ifKnown('callsign'),
    },
    refusals: [{ rule: 'notCurrent', columns: ['active'], when: (active) => active !== 'Y' }],
  }),
};

const NUMBER = /^-?\d+(\.\d+)?$/;
const DEGREES_NORTH = /^-?\d{1,2}(\.\d+)?$/;

const COLUMNS = [
  ...['id', 'name', 'city', 'country', 'iata', 'icao', 'latitude', 'longitude', 'altitude'],
  ...['utc_offset', 'dst', 'timezone', 'type', 'source'],
];

/** The pattern of each column's cells. */
const COLUMN_PATTERNS = [
  ...[/^\d+$/, /./, /^/, /^/, /^([A-Z\d]{3}|\\N|)$/, /^([A-Z\d]{4}|\\N|)$/, DEGREES_NORTH, NUMBER],
  ...[/^(-?\d+|\\N)$/, /^(-?[\d.]+|\\N)$/, /^([EASOZNU]|\\N)$/, /^/, /^[a-z]+$/, /./],
];

/**
 * Creates the preset for files with the columns from `firstColumn` up to, but not including, `endColumn`. Files from before 2012 lack some
 * of the last columns, those from before 2009 also the first one.
 */
const createAirportsPreset = (key: string, label: Texts, [firstColumn, endColumn]: [number, number]): Preset => ({
  key,
  entity: 'airport',
  label,
  source: 'https://openflights.org/data',
  licence: 'ODbL 1.0',
  columns: COLUMNS.slice(firstColumn, endColumn),
  recognises: hasRowsMatching(...COLUMN_PATTERNS.slice(firstColumn, endColumn)),
  records: oneRecordPerRow({
    values: {
      // the `icao` column also holds national codes
      code: firstNonEmpty(ifMatches('iata', /^[A-Z]{3}$/), ifMatches('icao', /^[A-Z]{4}$/)),
      name: 'name',
      country: 'country',
      icaoCode: ifMatches('icao', /^[A-Z]{4}$/),
      latitude: 'latitude',
      longitude: 'longitude',
      timezone: ifMatches('timezone', /^[A-Z]/),
    },
    refusals: [{ rule: 'noRecord', columns: ['type'], when: (type) => type !== 'airport' && type !== '' }],
  }),
});

export const openflightsAirports = createAirportsPreset(
  'openflights-airports',
  { 'zh-CN': 'OpenFlights 机场', en: 'OpenFlights airports' },
  [0, COLUMNS.length],
);

export const openflightsAirportsTenColumns = createAirportsPreset(
  'openflights-airports-10',
  { 'zh-CN': 'OpenFlights 机场（10 列）', en: 'OpenFlights airports (10 columns)' },
  [1, 11],
);
