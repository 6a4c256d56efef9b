import { type Form, oneEach } from './draft.ts';
import { chineseName, continentCode, firstCode, openTravelData } from './opentraveldata.ts';
import { firstOf, made, where } from './parts.ts';
import type { Preset } from './preset.ts';
import { hasColumns } from './recognise.ts';

type Kind = Pick<Preset, 'key' | 'entity' | 'label'> & Pick<Form, 'values' | 'names'> & { types: RegExp };

/** One sheet holds places of all types, `CA` being a city with its airport: a preset takes its own out of it. */
const places = ({ types, values, names, ...kind }: Kind): Preset => {
  const form: Form = {
    values: {
      country: 'country_code',
      continent: made(['continent_name'], continentCode),
      ...values,
    },
    onlyIfEmpty: ['name[zh-CN]'],
    ...(names && { names }),
    refusals: [
      { rule: 'noRecord', columns: ['location_type'], when: (type) => !types.test(type) },
      { rule: 'notCurrent', columns: ['envelope_id'], when: (envelope) => envelope !== '' },
    ],
  };
  return {
    // how much goes through a place, from 0 to 1
    weight: (row) => Math.round((Number(row.get('page_rank')) || 0) * 1e9),
    ...kind,
    ...openTravelData,
    recognises: hasColumns('iata_code', 'icao_code', 'envelope_id', 'location_type', 'city_code_list', 'fcode'),
    records: oneEach(form),
  };
};

const cityName = made(['city_name_list'], (names) => names.split('=')[0]?.trim() ?? '');

export const optdAirports = places({
  key: 'optd-airports',
  entity: 'airport',
  label: { 'zh-CN': 'OpenTravelData 地点中的机场', en: 'OpenTravelData places: airports' },
  types: /[AH]/,
  values: {
    code: firstOf('iata_code', 'icao_code'),
    name: 'name',
    city: made(['city_code_list'], firstCode),
    icaoCode: where('icao_code', /^[A-Z]{4}$/),
    latitude: 'latitude',
    longitude: 'longitude',
    timezone: 'timezone',
    'name[zh-CN]': made(['alt_name_section'], chineseName),
  },
  names: { city: cityName },
});

export const optdCities = places({
  key: 'optd-cities',
  entity: 'city',
  label: { 'zh-CN': 'OpenTravelData 地点中的城市', en: 'OpenTravelData places: cities' },
  types: /C/,
  values: {
    code: 'iata_code',
    iataCode: where('iata_code', /^[A-Z]{3}$/),
    // the name of what is more than a city is that of its airport or station
    name: firstOf(
      made(['location_type', 'name'], (type, name) => (type === 'C' ? name : '')),
      cityName,
      'name',
    ),
    'name[zh-CN]': made(['location_type', 'alt_name_section'], (type, names) =>
      type === 'C' ? chineseName(names) : '',
    ),
  },
});
