import { oneEach } from './draft.ts';
import { firstOf, made } from './parts.ts';
import type { Preset } from './preset.ts';
import { hasColumns } from './recognise.ts';

/** `US-00AA`: its own identifiers begin with the country already where it made them up. */
const inCountry = (country: string, local: string) =>
  local === '' || local.startsWith(`${country}-`) ? local : `${country}-${local}`;

export const ourairportsAirports: Preset = {
  key: 'ourairports-airports',
  entity: 'airport',
  label: { 'zh-CN': 'OurAirports 机场', en: 'OurAirports airports' },
  source: 'https://ourairports.com/data/',
  licence: 'Public domain',
  // before it had a column for ICAO codes they could not be told from others
  recognises: hasColumns('ident', 'type', 'latitude_deg', 'longitude_deg', 'iso_country', 'icao_code', 'iata_code'),
  records: oneEach({
    values: {
      code: firstOf(
        'iata_code',
        'icao_code',
        made(['iso_country', 'local_code'], inCountry),
        made(['iso_country', 'ident'], inCountry),
      ),
      name: 'name',
      country: 'iso_country',
      continent: 'continent',
      icaoCode: 'icao_code',
      latitude: 'latitude_deg',
      longitude: 'longitude_deg',
    },
    refusals: [{ rule: 'notCurrent', columns: ['type'], when: (type) => type === 'closed' }],
  }),
};
