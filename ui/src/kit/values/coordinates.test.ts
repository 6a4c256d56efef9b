import { describe, expect, it } from 'vitest';
import { distanceKm, formatDecimal, formatDms } from './coordinates.ts';
import { parseCoordinate, parseCoordinates } from './parse-coordinates.ts';

const DAXING = { latitude: 39.501289, longitude: 116.413967 };

describe('parseCoordinates', () => {
  it.each([
    '39.501289, 116.413967',
    '39.501289 116.413967',
    '39.501289，116.413967',
    '39.501289、116.413967',
    '３９.501289，116.413967',
    '39.501289N 116.413967E',
    'N39.501289 E116.413967',
    '116.413967E, 39.501289N',
    'E116.413967 N39.501289',
    '116.413967°E 39.501289',
    '北纬39.501289 东经116.413967',
    '东经 116.413967°，北纬 39.501289°',
    'lat: 39.501289, lon: 116.413967',
    '纬度39.501289 经度116.413967',
    '经度116.413967 纬度39.501289',
    '经度：116.413967，纬度：39.501289',
    '经度:116.413967,39.501289',
    'lon 116.413967 lat 39.501289',
    'lat lon 39.501289 116.413967',
    'long lat: 116.413967, 39.501289',
    'Longitude: 116.413967, Latitude: 39.501289',
    '39.501289 lat 116.413967 lon',
    'lat 39.501289N lon 116.413967E',
  ])('parses %s', (text) => expect(parseCoordinates(text)).toEqual(DAXING));

  it.each([
    '39°30′04.6″N 116°24′50.3″E',
    '39°30\'04.6"N, 116°24\'50.3"E',
    "39°30'04.6''N 116°24'50.3''E",
    '116°24′50.3″E 39°30′04.6″N',
    'N 39 30 4.6 E 116 24 50.3',
    '39 30 4.6 116 24 50.3',
    '39°30′4.6″ 116°24′50.3″',
    '北纬39度30分4.6秒，东经116度24分50.3秒',
  ])('parses degrees, minutes and seconds in %s', (text) =>
    expect(parseCoordinates(text)).toEqual({ latitude: 39.501278, longitude: 116.413972 }));

  it('takes the signs from the hemispheres', () => {
    expect(parseCoordinates('33°56′46″S 151°10′38″W')).toEqual({ latitude: -33.946111, longitude: -151.177222 });
    expect(parseCoordinates('-33.946111, -151.177222')).toEqual({ latitude: -33.946111, longitude: -151.177222 });
    expect(Object.is(parseCoordinates('-0, 5')?.latitude, 0)).toBe(true);
  });

  it.each([
    '',
    '39.5',
    '116.413967, 39.501289',
    '91, 0',
    '0, 181',
    '39N, 40N',
    '-39S, 40E',
    '39.5, 116.4, 3',
    '39°61′, 116°',
    '39.5°30′ 116°',
    'Beijing',
    '39.5 km, 3',
    '1 2 3',
    '纬度39.5 纬度40',
    'lat 39.5E, lon 116.4',
    '39.5 lon 16.4',
  ])('rejects "%s"', (text) => expect(parseCoordinates(text)).toBeNull());
});

describe('parseCoordinate', () => {
  it.each([
    ['39.501289', 39.501289],
    ['39.', 39],
    ['.5', 0.5],
    ['+39.5°', 39.5],
    ['39 30 4.6 N', 39.501278],
    ['39 30 4.6', 39.501278],
    ['39°30′N', 39.5],
    ['39 30', 39.5],
    ['南纬39.5', -39.5],
    ['-0 30 0', -0.5],
    ['89°59′60″', null],
    ['90.0000004', null],
    ['39.5E', null],
    ['纬度39.5', 39.5],
    ['经度39.5', null],
    ['lon 39.5N', null],
    ['-', null],
    ['39.5, 116', null],
  ])('parses the latitude %s as %s', (text, value) => expect(parseCoordinate(text, 'latitude')).toBe(value));

  it('accepts longitudes up to 180', () => {
    expect(parseCoordinate('180', 'longitude')).toBe(180);
    expect(parseCoordinate('-180.000001', 'longitude')).toBeNull();
  });
});

it('formats decimals and degrees, minutes and seconds', () => {
  expect(formatDms(39.501289, 'latitude')).toBe('39°30′04.6″N');
  expect(formatDms(-116.413967, 'longitude')).toBe('116°24′50.3″W');
  expect(formatDms(29.99999, 'latitude')).toBe('30°00′00.0″N');
  expect(formatDms(-0.000001, 'latitude')).toBe('0°00′00.0″N');
  expect(formatDecimal(39.5012894999)).toBe('39.501289');
  expect(formatDecimal(-0.0000001)).toBe('0.000000');
});

it('parses what it formats', () => {
  for (const value of [0, 0.5, -33.946111, 89.999999, -12.3]) {
    expect(parseCoordinate(formatDecimal(value), 'latitude')).toBe(value);
    expect(parseCoordinate(formatDms(value, 'latitude'), 'latitude')).toBeCloseTo(value, 4);
  }
});

it('computes the distance between two points', () => {
  const beijingCapital = { latitude: 40.0725, longitude: 116.5975 };
  expect(distanceKm(DAXING, beijingCapital)).toBeCloseTo(65.4, 0);
  expect(distanceKm(DAXING, DAXING)).toBe(0);
  expect(distanceKm({ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 })).toBeCloseTo(111.2, 0);
  expect(distanceKm({ latitude: 90, longitude: 0 }, { latitude: -90, longitude: 0 })).toBeCloseTo(20015, 0);
});
