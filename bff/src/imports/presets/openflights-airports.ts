import { oneEach } from './draft.ts';
import { firstOf, where } from './parts.ts';
import type { Preset } from './preset.ts';
import { isLike } from './recognise.ts';

const number = /^-?\d+(\.\d+)?$/;

export const openflightsAirports: Preset = {
  key: 'openflights-airports',
  entity: 'airport',
  label: { 'zh-CN': 'OpenFlights 机场', en: 'OpenFlights airports' },
  source: 'https://openflights.org/data',
  licence: 'ODbL 1.0',
  columns: [
    ...['id', 'name', 'city', 'country', 'iata', 'icao', 'latitude', 'longitude', 'altitude'],
    ...['utc_offset', 'dst', 'timezone', 'type', 'source'],
  ],
  recognises: isLike(
    ...[/^\d+$/, /./, /^/, /^/, /^([A-Z\d]{3}|\\N|)$/, /^([A-Z\d]{4}|\\N|)$/, number, number],
    ...[/^(-?\d+|\\N)$/, /^(-?[\d.]+|\\N)$/, /^([EASOZNU]|\\N)$/, /^/, /^[a-z]+$/, /./],
  ),
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
    refusals: [{ rule: 'noRecord', columns: ['type'], when: (type) => type !== 'airport' }],
  }),
};
