import { hasColumns, type Preset, type Row } from './preset.ts';
import { firstNonEmpty, fromCells, ifMatches, oneRecordPerRow, type RowMapping } from './raw-record.ts';

/** Facts that all files of OpenTravelData share. */
const SOURCE = { source: 'https://github.com/opentraveldata/opentraveldata', licence: 'CC BY 4.0' };

/** The first code of a list such as `AMM,ADJ`, which names the most important city first. */
const firstCode = (list: string): string => list.split(',')[0] ?? '';

interface OtherName {
  language: string | undefined;
  name: string | undefined;
  /** p preferred, s short, h historic, c colloquial */
  kinds: string;
}

const parseOtherNames = (section: string): OtherName[] =>
  section.split('=').map((entry) => {
    const [language, name, kinds = ''] = entry.split('|');
    return { language, name, kinds };
  });

/** Picks the current Chinese name from `en|Arish|=zh-CN|阿里什|p=zh|…`; '' where there is none. */
export function chineseName(section: string): string {
  const names = parseOtherNames(section).filter(
    ({ language, kinds }) => (language === 'zh-CN' || language === 'zh') && !kinds.includes('h'),
  );
  const bestName =
    names.find(({ language }) => language === 'zh-CN') ?? names.find(({ kinds }) => kinds.includes('p')) ?? names[0];
  return bestName?.name?.trim() ?? '';
}

const CONTINENT_CODES: Record<string, string> = {
  Africa: 'AF',
  Antarctica: 'AN',
  Asia: 'AS',
  Europe: 'EU',
  'North America': 'NA',
  Oceania: 'OC',
  'South America': 'SA',
};

/** The contract's code of a continent; an unknown name stays as it is, to be refused later. */
const continentCode = (name: string): string => CONTINENT_CODES[name] ?? name;

// a key such as PEK-A-6301354 consists of code, location type and GeoNames id
const locationTypeOf = (pk: string) => pk.split('-')[1] ?? '';

/** Says which city an airport serves. The file has no names, so it cannot create airports. */
export const optdAirportCities: Preset = {
  key: 'optd-best-known',
  entity: 'airport',
  label: { 'zh-CN': 'OpenTravelData 机场所在城市', en: 'OpenTravelData airports’ cities' },
  ...SOURCE,
  recognises: hasColumns('pk', 'iata_code', 'latitude', 'longitude', 'city_code', 'date_from'),
  records: oneRecordPerRow({
    values: {
      code: 'iata_code',
      city: fromCells(['city_code'], firstCode),
      latitude: 'latitude',
      longitude: 'longitude',
    },
    onlyIfEmpty: ['latitude', 'longitude'],
    refusals: [{ rule: 'noRecord', columns: ['pk'], when: (pk) => !/[AH]/.test(locationTypeOf(pk)) }],
  }),
};

// the file writes a number without leading zeros, and 0 for none
const accountingCode = (number: string) => (/^0*$/.test(number) ? '' : number.padStart(3, '0'));

/** Flights a year; at a tie passenger airlines come before cargo ones, as Lufthansa Cargo shares the code of Lufthansa. */
const weight = (row: Row) => 2 * (Number(row.get('flt_freq')) || 0) + (row.get('type') === 'C' ? 0 : 1);

export const optdAirlines: Preset = {
  key: 'optd-airlines',
  entity: 'airline',
  label: { 'zh-CN': 'OpenTravelData 航空公司', en: 'OpenTravelData airlines' },
  ...SOURCE,
  recognises: hasColumns('pk', 'env_id', 'validity_to', '3char_code', '2char_code', 'num_code', 'alliance_code'),
  weight,
  records: oneRecordPerRow({
    values: {
      code: '2char_code',
      name: firstNonEmpty('name', 'name2'),
      icaoCode: '3char_code',
      iataAccountingCode: fromCells(['num_code'], accountingCode),
      'name[zh-CN]': fromCells(['alt_names'], chineseName),
    },
    onlyIfEmpty: ['name[zh-CN]'],
    refusals: [
      // booking systems, railways and alliances also have designators
      { rule: 'noRecord', columns: ['pk'], when: (pk) => !pk.startsWith('air-') },
      { rule: 'notCurrent', columns: ['validity_to'], when: (end) => end !== '' },
      { rule: 'notCurrent', columns: ['env_id'], when: (envelope) => envelope !== '' },
    ],
  }),
};

type PlacesOptions = Pick<Preset, 'key' | 'entity' | 'label'> &
  Pick<RowMapping, 'values' | 'names'> & { locationTypes: RegExp };

/** One file holds places of all types (`CA` is a city with its airport), of which each preset takes some. */
const createPlacesPreset = ({ locationTypes, values, names, ...options }: PlacesOptions): Preset => {
  const mapping: RowMapping = {
    values: {
      country: 'country_code',
      continent: fromCells(['continent_name'], continentCode),
      ...values,
    },
    onlyIfEmpty: ['name[zh-CN]'],
    ...(names && { names }),
    refusals: [
      { rule: 'noRecord', columns: ['location_type'], when: (type) => !locationTypes.test(type) },
      { rule: 'notCurrent', columns: ['envelope_id'], when: (envelope) => envelope !== '' },
    ],
  };
  return {
    // page_rank is the share of traffic through a place, from 0 to 1
    weight: (row) => Math.round((Number(row.get('page_rank')) || 0) * 1e9),
    ...options,
    ...SOURCE,
    recognises: hasColumns('iata_code', 'icao_code', 'envelope_id', 'location_type', 'city_code_list', 'fcode'),
    records: oneRecordPerRow(mapping),
  };
};

const cityName = fromCells(['city_name_list'], (names) => names.split('=')[0]?.trim() ?? '');

export const optdAirports = createPlacesPreset({
  key: 'optd-airports',
  entity: 'airport',
  label: { 'zh-CN': 'OpenTravelData 地点中的机场', en: 'OpenTravelData places: airports' },
  locationTypes: /[AH]/,
  values: {
    code: firstNonEmpty('iata_code', 'icao_code'),
    name: 'name',
    city: fromCells(['city_code_list'], firstCode),
    icaoCode: ifMatches('icao_code', /^[A-Z]{4}$/),
    latitude: 'latitude',
    longitude: 'longitude',
    timezone: 'timezone',
    'name[zh-CN]': fromCells(['alt_name_section'], chineseName),
  },
  names: { city: cityName },
});

export const optdCities = createPlacesPreset({
  key: 'optd-cities',
  entity: 'city',
  label: { 'zh-CN': 'OpenTravelData 地点中的城市', en: 'OpenTravelData places: cities' },
  locationTypes: /C/,
  values: {
    code: 'iata_code',
    iataCode: ifMatches('iata_code', /^[A-Z]{3}$/),
    // `name` is the city's name only for plain cities; for other types it is that of the airport or station
    name: firstNonEmpty(
      fromCells(['location_type', 'name'], (type, name) => (type === 'C' ? name : '')),
      cityName,
      'name',
    ),
    'name[zh-CN]': fromCells(['location_type', 'alt_name_section'], (type, names) =>
      type === 'C' ? chineseName(names) : '',
    ),
  },
});
