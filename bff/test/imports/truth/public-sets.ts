import path from 'node:path';
import type { EntityKey } from '../../../src/http/contract.ts';
import type { ImportOptions } from '../import-client.ts';
import { type ExpectedRow, refuseRepeated } from './expected-rows.ts';
import { type RawRow, readStations, readTable } from './raw-files.ts';

/** Queries about existing records, on which the expected result of a row depends. */
export interface ExistingRecords {
  has(entity: EntityKey, code: string): boolean;
  /** Returns the code of the city with this name in any language, if there is exactly one. */
  findCityCode(name: string): string | undefined;
}

export interface PublicSet {
  file: string;
  entity: EntityKey;
  /** The preset that must be recognised, or null if the columns are mapped. */
  preset: string | null;
  options?: Partial<ImportOptions>;
  rows(file: string, existing: ExistingRecords): ExpectedRow[];
}

const parseNumber = (text: string | undefined) => (text ? Number(text) : undefined);
const violationOf = (form: RegExp, text: string | undefined, description: string) =>
  text && !form.test(text) ? `${description} ${text}` : undefined;
const existingCountry = (code: string | undefined, existing: ExistingRecords) =>
  code && existing.has('country', code) ? code : undefined;

function expectOurAirport(row: RawRow, existing: ExistingRecords): ExpectedRow {
  const { type, ident = '', iata_code: iata, icao_code: icao, local_code: local, iso_country: iso = '' } = row;
  const ownCode = local || ident;
  const key = (iata || icao || (ownCode.startsWith(`${iso}-`) ? ownCode : `${iso}-${ownCode}`)).toUpperCase();
  const [latitude, longitude] = [parseNumber(row.latitude_deg), parseNumber(row.longitude_deg)];
  const refused =
    (type === 'closed' ? 'closed' : undefined) ??
    violationOf(/^[A-Z0-9-]{2,10}$/, key, 'code') ??
    violationOf(/^[A-Za-z]{4}$/, icao, 'ICAO code') ??
    (latitude === 0 && longitude === 0 ? 'null island' : undefined) ??
    (row.name ? undefined : 'no name');
  const values = {
    name: row.name,
    country: existingCountry(iso, existing),
    continent: row.continent,
    icaoCode: icao,
    latitude,
    longitude,
  };
  return { key, refused, values };
}

function expectOurAirports(file: string, existing: ExistingRecords): ExpectedRow[] {
  const rawRows = readTable(file, ',');
  const rows = rawRows.map((row) => expectOurAirport(row, existing));
  const hasLocalCode = new Map(rows.map((row, index) => [row, rawRows[index]?.ident === rawRows[index]?.local_code]));
  refuseRepeated(rows, (row) => hasLocalCode.get(row) ?? false);
  return rows;
}

const findChineseName = (names = '') => {
  const entries = names.split('=').map((entry) => entry.split('|'));
  const chineseNames = entries.filter(
    ([language = '', , flags = '']) => /^zh(-CN)?$/.test(language) && !flags.includes('h'),
  );
  const preferredName =
    chineseNames.find(([language]) => language === 'zh-CN') ??
    chineseNames.find(([, , flags = '']) => flags.includes('p'));
  return (preferredName ?? chineseNames[0])?.[1]?.trim();
};

function expectOptdAirlines(file: string): ExpectedRow[] {
  const rawRows = readTable(file, '^');
  const flights = new Map<ExpectedRow, number>();
  const rows = rawRows.map((row): ExpectedRow => {
    const { pk = '', env_id, validity_to, '2char_code': key = '', '3char_code': icaoCode, num_code: digits = '' } = row;
    const refused =
      (pk.startsWith('air-') ? undefined : 'no airline') ??
      (validity_to || env_id ? 'not current' : undefined) ??
      (key ? violationOf(/^(?=.*[A-Z])[A-Z0-9]{2}$/, key, 'code') : 'no code') ??
      violationOf(/^[A-Z]{3}$/, icaoCode, 'ICAO code');
    const accountingCode = Number(digits) > 0 ? digits.padStart(3, '0') : undefined;
    const values = { name: row.name || row.name2, icaoCode, iataAccountingCode: accountingCode };
    const expected = { key, refused, values, fillIfEmpty: { 'name[zh-CN]': findChineseName(row.alt_names) } };
    // The flights of a cargo airline, which shares its code with a passenger airline, are unknown.
    flights.set(expected, Number(row.flt_freq || 0) + (row.type === 'C' ? 0 : 0.5));
    return expected;
  });
  const flightCount = (row: ExpectedRow) => flights.get(row) ?? 0;
  refuseRepeated(rows, (row, sameKeyRows) =>
    sameKeyRows.every((other) => other === row || flightCount(other) < flightCount(row)),
  );
  return rows;
}

const expectBestKnown = (row: RawRow, existing: ExistingRecords): ExpectedRow => {
  const [city = ''] = (row.city_code ?? '').split(',');
  const { iata_code: key = '' } = row;
  const isAirport = /[AH]/.test((row.pk ?? '').split('-')[1] ?? '');
  return {
    key,
    // The file has no names of airports, so it cannot create airports.
    refused: isAirport ? (existing.has('airport', key) ? undefined : 'no name') : 'no airport',
    values: { city: existing.has('city', city) ? city : undefined },
    fillIfEmpty: { latitude: parseNumber(row.latitude), longitude: parseNumber(row.longitude) },
  };
};

const expectCountry = (row: RawRow): ExpectedRow => ({
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

function isTimeZone(name: string | undefined): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name || undefined }) !== undefined;
  } catch {
    return false;
  }
}

const operatorOf = (column: string) => column.replace(/_id$/, '').replaceAll('_', ' ').toUpperCase();

function expectTrainlineRows(file: string, existing: ExistingRecords): ExpectedRow[] {
  const rawRows = readTable(file, ';');
  const stationCode = (id = '') => (id === '' ? '' : `TRAINLINE-${id}`);
  const keys = new Map(rawRows.map(({ id = '', uic }) => [id, uic || stationCode(id)]));
  const rows = rawRows.map((row): ExpectedRow => {
    const codes = Object.entries(row).flatMap(([column, code]) =>
      column.endsWith('_id') && column !== 'parent_station_id' && code ? [{ operator: operatorOf(column), code }] : [],
    );
    const refused =
      (row.same_as ? 'a duplicate' : undefined) ??
      violationOf(/^\d{7}$/, row.uic, 'UIC code') ??
      (row.name ? undefined : 'no name') ??
      (isTimeZone(row.time_zone) ? undefined : `zone ${row.time_zone}`) ??
      codes.map(({ code }) => violationOf(/^[A-Za-z0-9][A-Za-z0-9._/-]{0,39}$/, code, 'operator’s code')).find(Boolean);
    const values = {
      name: row.name,
      uicCode: row.uic,
      country: existingCountry(row.country, existing),
      timezone: row.time_zone,
      latitude: parseNumber(row.latitude),
      longitude: parseNumber(row.longitude),
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
    const id = rawRows[rowIndex]?.parent_station_id ?? '';
    const parent = keys.get(id) ?? stationCode(id);
    if (acceptedKeys.has(parent) || existing.has('eurail_station', parent)) row.values.parent = parent;
  }
  return rows;
}

function expectStations12306(file: string, existing: ExistingRecords): ExpectedRow[] {
  const rows = readStations(file).map(
    ([, chineseName = '', key = '', pinyin, initials = '', , , city = '']): ExpectedRow => {
      const name = chineseName.replaceAll(/\s/g, '');
      const refused =
        violationOf(/^[A-Z]{3}$/, key, 'telegraph code') ??
        violationOf(/^[a-z0-9]{1,40}$/, initials, 'initials') ??
        violationOf(/^[a-z0-9ü]+([ '-][a-z0-9ü]+)*$/, pinyin, 'pinyin');
      const values = { 'name[zh-CN]': name, pinyinInitials: initials, city: existing.findCityCode(city) };
      return { key, refused, values, fillIfEmpty: { name, pinyin } };
    },
  );
  refuseRepeated(rows);
  return rows;
}

/** Returns the day of the last Sunday of a month. */
function lastSunday(year: number, month: number): number {
  const lastDay = new Date(Date.UTC(year, month, 0));
  return lastDay.getUTCDate() - lastDay.getUTCDay();
}

/** Returns the time of publication, which is 16:00 in Frankfurt. */
function publicationTime(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const isSummer =
    (month > 3 || (month === 3 && date >= lastSunday(year, 3))) &&
    (month < 10 || (month === 10 && date < lastSunday(year, 10)));
  return `${day}T${isSummer ? 14 : 15}:00:00.000Z`;
}

const expectEcbRates = (row: RawRow): ExpectedRow[] => {
  const rates = Object.entries(row).filter(
    ([column, rate]) => column !== '' && column !== 'Date' && rate && rate !== 'N/A',
  );
  if (rates.length === 0) return [{ key: '', refused: 'no rates', values: {} }];
  return rates.map(([quote, middle]) => ({
    key: ['EUR', quote, 'ECB', publicationTime(row.Date ?? '')].join(' '),
    values: { middle, unit: 1 },
  }));
};

function expectGb2260(file: string): ExpectedRow[] {
  return readTable(file, ',').map(({ code = '', name }) => ({ key: code, values: { name } }));
}

const ZH_HU_COLUMNS = ['code', 'type', 'country', 'link', 'rank', 'english', 'ascii', 'language', 'names'];

function expectZhHu(file: string): ExpectedRow[] {
  const rows = readTable(file, ';', ZH_HU_COLUMNS).map(
    ({ code: key = '', english }): ExpectedRow => ({ key, values: { name: english } }),
  );
  refuseRepeated(rows);
  return rows;
}

const expectPerLine =
  (separator: string, expectRow: (row: RawRow, existing: ExistingRecords) => ExpectedRow) =>
  (file: string, existing: ExistingRecords) => {
    const rows = readTable(file, separator).map((row) => expectRow(row, existing));
    refuseRepeated(rows);
    return rows;
  };

const stationScript = (file: string): PublicSet => ({
  file: path.join('cn-rail', file),
  entity: 'train_station',
  preset: '12306-stations',
  rows: expectStations12306,
});

export const publicSets: PublicSet[] = [
  {
    file: 'countries/country-codes.csv',
    entity: 'country',
    preset: 'datahub-country-codes',
    rows: expectPerLine(',', expectCountry),
  },
  {
    file: 'ourairports/countries.csv',
    entity: 'country',
    preset: 'ourairports-countries',
    rows: expectPerLine(',', ({ code = '', name, continent }) => ({ key: code, values: { name, continent } })),
  },
  { file: 'cities/cn-city-gb2260.csv', entity: 'city', preset: null, rows: expectGb2260 },
  { file: 'optd/optd_airlines.csv', entity: 'airline', preset: 'optd-airlines', rows: expectOptdAirlines },
  {
    file: 'optd/optd_por_public_zh_hu.csv',
    entity: 'airport',
    preset: null,
    rows: expectZhHu,
    options: { header: false, targets: ['code', null, null, null, null, 'name', null, null, null] },
  },
  {
    file: 'optd/optd_por_best_known_so_far.csv',
    entity: 'airport',
    preset: 'optd-best-known',
    rows: expectPerLine('^', expectBestKnown),
  },
  stationScript('station_name-2018-09-08.js'),
  stationScript('station_name-2026-04-15.js'),
  {
    file: 'trainline/stations-2016-12-01.csv.gz',
    entity: 'eurail_station',
    preset: 'trainline-stations',
    rows: expectTrainlineRows,
  },
  {
    file: 'ourairports/airports-2026-08-07.csv.gz',
    entity: 'airport',
    preset: 'ourairports-airports',
    rows: expectOurAirports,
  },
  {
    file: 'ecb/eurofxref-hist-2026-04-13.zip',
    entity: 'rate_board',
    preset: 'ecb-rates',
    rows: (file) => readTable(file, ',').flatMap(expectEcbRates),
  },
];
