import type { Texts } from '#http/contract.ts';
import { firstOf, made, oneEach, where } from './draft.ts';
import { isLike, type Preset } from './preset.ts';

// `\N` is what the source writes for nothing, `N/A` and `-` what people wrote there
const known = (column: string) => made([column], (cell) => (/^(\\N|N\/A|-|)$/.test(cell) ? '' : cell));

export const openflightsAirlines: Preset = {
  key: 'openflights-airlines',
  entity: 'airline',
  label: { 'zh-CN': 'OpenFlights 航空公司', en: 'OpenFlights airlines' },
  source: 'https://openflights.org/data',
  licence: 'ODbL 1.0',
  columns: ['id', 'name', 'alias', 'iata', 'icao', 'callsign', 'country', 'active'],
  recognises: isLike(/^-?\d+$/, /./, /^/, /^(.{0,2}|\\N)$/, /^(.{0,3}|N\/A|\\N)$/, /^/, /^/, /^[YNn]$/),
  records: oneEach({
    values: {
      code: known('iata'),
      name: 'name',
      country: known('country'),
      icaoCode: where('icao', /^[A-Z]{3}$/),
      callsign: known('callsign'),
    },
    refusals: [{ rule: 'notCurrent', columns: ['active'], when: (active) => active !== 'Y' }],
  }),
};

const number = /^-?\d+(\.\d+)?$/;
const degreesNorth = /^-?\d{1,2}(\.\d+)?$/;

const COLUMNS = [
  ...['id', 'name', 'city', 'country', 'iata', 'icao', 'latitude', 'longitude', 'altitude'],
  ...['utc_offset', 'dst', 'timezone', 'type', 'source'],
];

/** What each column looks like. */
const FORMS = [
  ...[/^\d+$/, /./, /^/, /^/, /^([A-Z\d]{3}|\\N|)$/, /^([A-Z\d]{4}|\\N|)$/, degreesNorth, number],
  ...[/^(-?\d+|\\N)$/, /^(-?[\d.]+|\\N)$/, /^([EASOZNU]|\\N)$/, /^/, /^[a-z]+$/, /./],
];

/** Files of before 2012 lack some of the columns at the end, of before 2009 the first one too. */
const airports = (key: string, label: Texts, [from, to]: [number, number]): Preset => ({
  key,
  entity: 'airport',
  label,
  source: 'https://openflights.org/data',
  licence: 'ODbL 1.0',
  columns: COLUMNS.slice(from, to),
  recognises: isLike(...FORMS.slice(from, to)),
  records: oneEach({
    values: {
      // codes of countries' own stand among those of ICAO
      code: firstOf(where('iata', /^[A-Z]{3}$/), where('icao', /^[A-Z]{4}$/)),
      name: 'name',
      country: 'country',
      icaoCode: where('icao', /^[A-Z]{4}$/),
      latitude: 'latitude',
      longitude: 'longitude',
      timezone: where('timezone', /^[A-Z]/),
    },
    refusals: [{ rule: 'noRecord', columns: ['type'], when: (type) => type !== 'airport' && type !== '' }],
  }),
});

export const openflightsAirports = airports(
  'openflights-airports',
  { 'zh-CN': 'OpenFlights 机场', en: 'OpenFlights airports' },
  [0, COLUMNS.length],
);

export const openflightsTenColumns = airports(
  'openflights-airports-10',
  { 'zh-CN': 'OpenFlights 机场（10 列）', en: 'OpenFlights airports (10 columns)' },
  [1, 11],
);
