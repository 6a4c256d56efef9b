import { oneEach } from './draft.ts';
import { made, where } from './parts.ts';
import type { Preset } from './preset.ts';
import { isLike } from './recognise.ts';

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
