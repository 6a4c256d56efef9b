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
)('the keys of %s stand for themselves', (_, entity) => {
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
])('%# names in either language and of other systems', (entity, columns, keys) => {
  expect(matchTargets(entity, columns)).toEqual(keys);
});

test('names in a language', () => {
  const columns = ['name_en', 'name:zh', '名称 (fr)', 'aliases-en', 'name_zh_hk', 'English name', 'name_of_owner'];
  expect(matchTargets(airport, columns)).toEqual([
    ...['name[en]', 'name[zh-CN]', 'name[fr]', 'aliases[en]', 'name[zh-HK]'],
    ...[null, null],
  ]);
});

test('each target once, an exact name before others; what nothing is known of stands for nothing', () => {
  expect(matchTargets(airport, ['iata', 'code', 'code', 'LAT', 'lat', 'id', 'version', 'home_link', ''])).toEqual([
    ...[null, 'code', null, 'latitude', null],
    ...[null, null, null, null],
  ]);
});

test('the code of another kind is none of this one, and an identifier only without a better one', () => {
  expect(matchTargets(airport, ['country_code', 'ident', 'city_code', 'name', 'iata_code'])).toEqual([
    ...['country', null, 'city', 'name', 'code'],
  ]);
  expect(matchTargets(airport, ['ident', 'country_code'])).toEqual(['code', 'country']);
  expect(matchTargets(city, ['country_code', 'city_code'])).toEqual(['country', 'code']);
  expect(matchTargets(trainStation, ['city_code', 'station_name'])).toEqual(['city', null]);
});
