import { expect, test } from 'vitest';
import { readOutcomes, readRawRecords } from './raw-records.ts';
import { splitSample } from './sample-sets.ts';

test('OurAirports: the code is the IATA code, the ICAO code, or country and local code; NA is Namibia or North America by its column', () => {
  expect(readOutcomes('ourairports-airports', splitSample('ourairports-airports'))).toEqual([
    {
      code: 'QQF',
      name: 'Quillfield International Airport',
      country: 'NA',
      continent: 'AF',
      icaoCode: 'ZZQQ',
      latitude: '-22.5',
      longitude: '17.25',
    },
    expect.objectContaining({ code: 'ZZQR', icaoCode: 'ZZQR', country: 'GB' }),
    {
      code: 'US-0QQ0',
      name: 'Saint Quill Hospital Heliport',
      country: 'US',
      continent: 'NA',
      latitude: '40.07',
      longitude: '-74.93',
    },
    expect.objectContaining({ code: 'DE-9901' }),
    { rule: 'notCurrent', columns: [2] },
  ]);
});

test('OurAirports: in files of 18 columns GPS codes are ICAO codes only if the airport has an IATA code', () => {
  const [header = [], ...lines] = splitSample('ourairports-airports');
  const icaoIndex = header.indexOf('icao_code');
  const outcomes = readOutcomes(
    'ourairports-airports',
    [header, ...lines].map((cells) => cells.toSpliced(icaoIndex, 1)),
  );
  expect(outcomes).toMatchObject([
    { code: 'QQF', icaoCode: 'ZZQQ' },
    { code: 'GB-ZZQR', name: 'Rookmere Airport' },
    { code: 'US-0QQ0' },
    { code: 'DE-9901' },
    { rule: 'notCurrent' },
  ]);
  expect(outcomes[1]).not.toHaveProperty('icaoCode');
});

test('DataHub: both coordinates of an airport are in one cell', () => {
  expect(readOutcomes('datahub-airport-codes', splitSample('datahub-airport-codes'))).toEqual([
    {
      code: 'QQF',
      name: 'Quillfield International Airport',
      country: 'NA',
      continent: 'AF',
      icaoCode: 'ZZQQ',
      latitude: '-22.5',
      longitude: '17.25',
    },
    expect.objectContaining({ code: 'US-0QQ0', latitude: '40.07', longitude: '-74.93' }),
    { rule: 'notCurrent', columns: [1] },
  ]);
});

test('ISO 3166: countries of two public lists', () => {
  expect(readOutcomes('datahub-country-codes', splitSample('datahub-country-codes'))).toEqual([
    {
      code: 'NA',
      name: 'Namibia',
      alpha3Code: 'NAM',
      continent: 'AF',
      region: 'Sub-Saharan Africa',
      'name[zh-CN]': '纳米比亚',
    },
    expect.objectContaining({ code: 'AX', name: 'Åland Islands', currency: 'EUR', continent: 'EU' }),
  ]);
  expect(readOutcomes('iso-3166-countries', splitSample('iso-3166-countries'))).toEqual([
    { code: 'NA', name: 'Namibia', alpha3Code: 'NAM', continent: 'AF', region: 'Sub-Saharan Africa' },
    expect.objectContaining({ code: 'PE', continent: 'SA', region: 'Latin America and the Caribbean' }),
    expect.objectContaining({ code: 'BM', continent: 'NA' }),
    { code: 'AQ', name: 'Antarctica', alpha3Code: 'ATA' },
  ]);
});

test('OpenFlights: airports of ten columns', () => {
  expect(readOutcomes('openflights-airports-10', splitSample('openflights-airports-10'))).toMatchObject([
    { code: 'QQF', name: 'Quillfield', icaoCode: 'ZZQQ', latitude: '-22.5', longitude: '17.25' },
    { code: 'ZZQR', country: 'United Kingdom' },
  ]);
});

test('OurAirports: a code is attributed to the columns that it was composed of', () => {
  const sourceColumns = readRawRecords('ourairports-airports', splitSample('ourairports-airports')).map(
    (rawRecord) => rawRecord.sourceColumns.code,
  );
  expect(sourceColumns).toEqual([[13], [12], [8, 15], [8, 1], [8, 1]]);
});

test('OurAirports: countries', () => {
  expect(readOutcomes('ourairports-countries', splitSample('ourairports-countries'))).toEqual([
    { code: 'NA', name: 'Namibia', continent: 'AF' },
    { code: 'US', name: 'United States', continent: 'NA' },
  ]);
});

test('OpenFlights: \\N is empty, national codes are no ICAO codes, and stations are refused', () => {
  const [firstAirport, secondAirport, ferryPort, station] = readRawRecords(
    'openflights-airports',
    splitSample('openflights-airports'),
  );
  expect(firstAirport?.values).toEqual({
    code: 'QQF',
    name: 'Quillfield International Airport',
    country: 'Namibia',
    icaoCode: 'ZZQQ',
    latitude: '-22.5',
    longitude: '17.25',
    timezone: 'Africa/Windhoek',
  });
  expect(secondAirport?.values).toEqual({
    code: 'ZZQR',
    name: 'Rookmere Airport',
    country: 'United Kingdom',
    icaoCode: 'ZZQR',
    latitude: '51.5',
    longitude: '-1.25',
  });
  expect(ferryPort?.values).not.toHaveProperty('code');
  // A missing code is reported at these columns.
  expect(ferryPort?.sourceColumns.code).toEqual([4, 5]);
  expect(station?.refused).toEqual({ rule: 'noRecord', columns: [12] });
});
