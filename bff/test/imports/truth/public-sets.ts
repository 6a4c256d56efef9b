import path from 'node:path';
import type { EntityKey } from '../../../src/http/contract.ts';
import type { ImportOptions } from '../import-client.ts';
import { type ExpectedRow, refuseRepeated } from './expected-rows.ts';
import { type RawRow, readStations, readTable } from './raw-files.ts';

/** The facts about existing records on which the result of a row depends. */
export interface Known {
  has(kind: EntityKey, code: string): boolean;
  /** The code of the only city of this name, in any language. */
  cityOf(name: string): string | undefined;
}

export interface PublicSet {
  file: string;
  entity: EntityKey;
  /** The preset that must be recognised; null if the columns are mapped. */
  preset: string | null;
  options?: Partial<ImportOptions>;
  rows(file: string, known: Known): ExpectedRow[];
}

const number = (text: string | undefined) => (text ? Number(text) : undefined);
const fits = (form: RegExp, text: string | undefined, description: string) =>
  text && !form.test(text) ? `${description} ${text}` : undefined;
const country = (code: string | undefined, known: Known) => (code && known.has('country', code) ? code : undefined);

function ourairports(row: RawRow, known: Known): ExpectedRow {
  const { type, ident = '', iata_code: iata, icao_code: icao, local_code: local, iso_country: iso = '' } = row;
  const ownCode = local || ident;
  const key = (iata || icao || (ownCode.startsWith(`${iso}-`) ? ownCode : `${iso}-${ownCode}`)).toUpperCase();
  const [latitude, longitude] = [number(row.latitude_deg), number(row.longitude_deg)];
  const refused =
    (type === 'closed' ? 'closed' : undefined) ??
    fits(/^[A-Z0-9-]{2,10}$/, key, 'code') ??
    fits(/^[A-Za-z]{4}$/, icao, 'ICAO code') ??
    (latitude === 0 && longitude === 0 ? 'null island' : undefined) ??
    (row.name ? undefined : 'no name');
  const values = {
    name: row.name,
    country: country(iso, known),
    continent: row.continent,
    icaoCode: icao,
    latitude,
    longitude,
  };
  return { key, refused, values };
}

function ourairportsRows(file: string, known: Known): ExpectedRow[] {
  const raw = readTable(file, ',');
  const rows = raw.map((row) => ourairports(row, known));
  const isOwn = new Map(rows.map((row, index) => [row, raw[index]?.ident === raw[index]?.local_code]));
  refuseRepeated(rows, (row) => isOwn.get(row) ?? false);
  return rows;
}

const chineseOf = (names = '') => {
  const all = names.split('=').map((entry) => entry.split('|'));
  const chinese = all.filter(([language = '', , kinds = '']) => /^zh(-CN)?$/.test(language) && !kinds.includes('h'));
  const exact =
    chinese.find(([language]) => language === 'zh-CN') ?? chinese.find(([, , kinds = '']) => kinds.includes('p'));
  return (exact ?? chinese[0])?.[1]?.trim();
};

function optdAirlines(file: string): ExpectedRow[] {
  const raw = readTable(file, '^');
  const flights = new Map<ExpectedRow, number>();
  const rows = raw.map((row): ExpectedRow => {
    const { pk = '', env_id, validity_to, '2char_code': key = '', '3char_code': icaoCode, num_code: digits = '' } = row;
    const refused =
      (pk.startsWith('air-') ? undefined : 'no airline') ??
      (validity_to || env_id ? 'not current' : undefined) ??
      (key ? fits(/^(?=.*[A-Z])[A-Z0-9]{2}$/, key, 'code') : 'no code') ??
      fits(/^[A-Z]{3}$/, icaoCode, 'ICAO code');
    const accounting = Number(digits) > 0 ? digits.padStart(3, '0') : undefined;
    const values = { name: row.name || row.name2, icaoCode, iataAccountingCode: accounting };
    const expected = { key, refused, values, fill: { 'name[zh-CN]': chineseOf(row.alt_names) } };
    // nobody knows the flights of a cargo airline, which shares its code with the passengers' one
    flights.set(expected, Number(row.flt_freq || 0) + (row.type === 'C' ? 0 : 0.5));
    return expected;
  });
  const flightCount = (row: ExpectedRow) => flights.get(row) ?? 0;
  refuseRepeated(rows, (row, same) => same.every((other) => other === row || flightCount(other) < flightCount(row)));
  return rows;
}

const bestKnown = (row: RawRow, known: Known): ExpectedRow => {
  const [city = ''] = (row.city_code ?? '').split(',');
  const { iata_code: key = '' } = row;
  const isAirport = /[AH]/.test((row.pk ?? '').split('-')[1] ?? '');
  return {
    key,
    // it has no names of airports, so that it makes none
    refused: isAirport ? (known.has('airport', key) ? undefined : 'no name') : 'no airport',
    values: { city: known.has('city', city) ? city : undefined },
    fillIfEmpty: { latitude: number(row.latitude), longitude: number(row.longitude) },
  };
};

const countryCodes = (row: RawRow): ExpectedRow => ({
  key: row['ISO3166-1-Alpha-2'] ?? '',
  values: {
    alpha3Code: row['ISO3166-1-Alpha-3'],
    continent: row.Continent,
    region: row['Sub-region Name'],
    currency: /^[A-Z]{3}$/.exec(row['ISO4217-currency_alphabetic_code'] ?? '')?.[0],
  },
  fillIfEmpty: {
    name: row['CLDR display name'] || row.official_name_en,
    'name[zh-CN]': row['UNTERM Chinese Short'] || row.official_name_cn,
  },
});

function isZone(name: string | undefined): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name || undefined }) !== undefined;
  } catch {
    return false;
  }
}

const operatorOf = (column: string) => column.replace(/_id$/, '').replaceAll('_', ' ').toUpperCase();

function trainline(file: string, known: Known): ExpectedRow[] {
  const raw = readTable(file, ';');
  const stationCode = (id = '') => (id === '' ? '' : `TRAINLINE-${id}`);
  const keys = new Map(raw.map(({ id = '', uic }) => [id, uic || stationCode(id)]));
  const rows = raw.map((row): ExpectedRow => {
    const codes = Object.entries(row).flatMap(([column, code]) =>
      column.endsWith('_id') && column !== 'parent_station_id' && code ? [{ operator: operatorOf(column), code }] : [],
    );
    const refused =
      (row.same_as ? 'another one' : undefined) ??
      fits(/^\d{7}$/, row.uic, 'UIC code') ??
      (row.name ? undefined : 'no name') ??
      (isZone(row.time_zone) ? undefined : `zone ${row.time_zone}`) ??
      codes.map(({ code }) => fits(/^[A-Za-z0-9][A-Za-z0-9._/-]{0,39}$/, code, 'operator’s code')).find(Boolean);
    const values = {
      name: row.name,
      uicCode: row.uic,
      country: country(row.country, known),
      timezone: row.time_zone,
      latitude: number(row.latitude),
      longitude: number(row.longitude),
      operatorCodes: codes.length > 0 ? codes : undefined,
    };
    const names = { 'name[zh-CN]': row['info:zh'], 'name[ja]': row['info:ja'], 'name[ko]': row['info:ko'] };
    return {
      key: keys.get(row.id ?? '') ?? '',
      refused,
      values,
      fillIfEmpty: { isMain: row.is_main_station === 't', ...names },
    };
  });
  refuseRepeated(rows);
  const acceptedKeys = new Set(rows.filter(({ refused }) => !refused).map(({ key }) => key));
  for (const [rowIndex, row] of rows.entries()) {
    const id = raw[rowIndex]?.parent_station_id ?? '';
    const parent = keys.get(id) ?? stationCode(id);
    if (acceptedKeys.has(parent) || known.has('eurail_station', parent)) row.values.parent = parent;
  }
  return rows;
}

function stations12306(file: string, known: Known): ExpectedRow[] {
  const rows = readStations(file).map(
    ([, chineseName = '', key = '', pinyin, initials = '', , , city = '']): ExpectedRow => {
      const name = chineseName.replaceAll(/\s/g, '');
      const refused =
        fits(/^[A-Z]{3}$/, key, 'telegraph code') ??
        fits(/^[a-z0-9]{1,40}$/, initials, 'initials') ??
        fits(/^[a-z0-9ü]+([ '-][a-z0-9ü]+)*$/, pinyin, 'pinyin');
      const values = { 'name[zh-CN]': name, pinyinInitials: initials, city: known.cityOf(city) };
      return { key, refused, values, fillIfEmpty: { name, pinyin } };
    },
  );
  refuseRepeated(rows);
  return rows;
}

/** The last Sunday of a month, by its day. */
function lastSunday(year: number, month: number): number {
  const lastDay = new Date(Date.UTC(year, month, 0));
  return lastDay.getUTCDate() - lastDay.getUTCDay();
}

/** 16:00 in Frankfurt. */
function published(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const isSummer =
    (month > 3 || (month === 3 && date >= lastSunday(year, 3))) &&
    (month < 10 || (month === 10 && date < lastSunday(year, 10)));
  return `${day}T${isSummer ? 14 : 15}:00:00.000Z`;
}

const ecb = (row: RawRow): ExpectedRow[] => {
  const rates = Object.entries(row).filter(
    ([column, rate]) => column !== '' && column !== 'Date' && rate && rate !== 'N/A',
  );
  if (rates.length === 0) return [{ key: '', refused: 'no rates', values: {} }];
  return rates.map(([quote, middle]) => ({
    key: ['EUR', quote, 'ECB', published(row.Date ?? '')].join(' '),
    values: { middle, unit: 1 },
  }));
};

function gb2260(file: string): ExpectedRow[] {
  return readTable(file, ',').map(({ code = '', name }) => ({ key: code, values: { name } }));
}

const namesColumns = ['code', 'type', 'country', 'link', 'rank', 'english', 'ascii', 'language', 'names'];

function zhHu(file: string): ExpectedRow[] {
  const rows = readTable(file, ';', namesColumns).map(
    ({ code: key = '', english }): ExpectedRow => ({ key, values: { name: english } }),
  );
  refuseRepeated(rows);
  return rows;
}

const perLine =
  (separator: string, expectRow: (row: RawRow, known: Known) => ExpectedRow) => (file: string, known: Known) => {
    const rows = readTable(file, separator).map((row) => expectRow(row, known));
    refuseRepeated(rows);
    return rows;
  };

const stationScript = (file: string): PublicSet => ({
  file: path.join('cn-rail', file),
  entity: 'train_station',
  preset: '12306-stations',
  rows: stations12306,
});

export const publicSets: PublicSet[] = [
  {
    file: 'countries/country-codes.csv',
    entity: 'country',
    preset: 'datahub-country-codes',
    rows: perLine(',', countryCodes),
  },
  {
    file: 'ourairports/countries.csv',
    entity: 'country',
    preset: 'ourairports-countries',
    rows: perLine(',', ({ code = '', name, continent }) => ({ key: code, values: { name, continent } })),
  },
  { file: 'cities/cn-city-gb2260.csv', entity: 'city', preset: null, rows: gb2260 },
  { file: 'optd/optd_airlines.csv', entity: 'airline', preset: 'optd-airlines', rows: optdAirlines },
  {
    file: 'optd/optd_por_public_zh_hu.csv',
    entity: 'airport',
    preset: null,
    rows: zhHu,
    options: { header: false, targets: ['code', null, null, null, null, 'name', null, null, null] },
  },
  {
    file: 'optd/optd_por_best_known_so_far.csv',
    entity: 'airport',
    preset: 'optd-best-known',
    rows: perLine('^', bestKnown),
  },
  stationScript('station_name-2018-09-08.js'),
  stationScript('station_name-2026-04-15.js'),
  {
    file: 'trainline/stations-2016-12-01.csv.gz',
    entity: 'eurail_station',
    preset: 'trainline-stations',
    rows: trainline,
  },
  {
    file: 'ourairports/airports-2026-08-07.csv.gz',
    entity: 'airport',
    preset: 'ourairports-airports',
    rows: ourairportsRows,
  },
  {
    file: 'ecb/eurofxref-hist-2026-04-13.zip',
    entity: 'rate_board',
    preset: 'ecb-rates',
    rows: (file) => readTable(file, ',').flatMap(ecb),
  },
];
