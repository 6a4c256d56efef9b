import { expect, test } from 'vitest';
import { targetsOf } from '#columns/targets.ts';
import { rateBoard } from '#entities/rate-board.ts';
import { airport } from '../../entities/airport.ts';
import { city } from '../../entities/city.ts';
import { entities } from '../../entities/index.ts';
import { trainStation } from '../../entities/train-station.ts';
import { matchTargets } from './match-targets.ts';

test.each(
  entities.map((entity) => [entity.key, entity] as const),
)('matches the target keys of %s to themselves', (_, entity) => {
  const keys = targetsOf(entity, ['zh-CN', 'en', 'sr-Latn']).map(({ key }) => key);
  expect(matchTargets(entity, keys)).toEqual(keys);
});

test.each([
  [
    airport,
    ['IATA', 'Name', 'ICAO_CODE', 'lat', 'Lng', 'ISO Country', 'tz'],
    ['code', 'name', 'icaoCode', 'latitude', 'longitude', 'country', 'timezone'],
  ],
  [
    airport,
    ['三字码', '名称', '纬度', '经度', '国家/地区', '城市'],
    ['code', 'name', 'latitude', 'longitude', 'country', 'city'],
  ],
  [city, ['code', 'iata', '行政区划代码'], ['code', 'iataCode', 'cnCode']],
  [trainStation, ['代码', '站名', '核验状态'], ['telegraphCode', 'name', 'verification.state']],
  [rateBoard, ['base', 'Quote currency', '中间价', 'quoted_at'], ['base', 'quote', 'middle', 'quotedAt']],
])('%#: matches Chinese and English names and those of other systems', (entity, columns, keys) => {
  expect(matchTargets(entity, columns)).toEqual(keys);
});

test('matches names with a language suffix', () => {
  const columns = ['name_en', 'name:zh', '名称 (fr)', 'aliases-en', 'name_zh_hk', 'English name', 'name_of_owner'];
  expect(matchTargets(airport, columns)).toEqual([
    ...['name[en]', 'name[zh-CN]', 'name[fr]', 'aliases[en]', 'name[zh-HK]'],
    ...[null, null],
  ]);
});

test('matches each target once, exact names first, and unknown names to nothing', () => {
  expect(matchTargets(airport, ['iata', 'code', 'code', 'LAT', 'lat', 'id', 'version', 'home_link', ''])).toEqual([
    ...[null, 'code', null, 'latitude', null],
    ...[null, null, null, null],
  ]);
});

test('does not match codes of other entities, and matches an identifier only if no column is called a code', () => {
  expect(matchTargets(airport, ['country_code', 'ident', 'city_code', 'name', 'iata_code'])).toEqual([
    ...['country', null, 'city', 'name', 'code'],
  ]);
  expect(matchTargets(airport, ['ident', 'country_code'])).toEqual(['code', 'country']);
  expect(matchTargets(city, ['country_code', 'city_code'])).toEqual(['country', 'code']);
  expect(matchTargets(trainStation, ['city_code', 'station_name'])).toEqual(['city', null]);
});
