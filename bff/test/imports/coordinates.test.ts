import { describe, expect, test } from 'vitest';
import { type Coordinates, timeZoneAt, toWgs84 } from '#imports/values/build-candidates.ts';

const distanceMetres = (a: Coordinates, b: Coordinates) => {
  const metresPerDegree = 111_195;
  const eastDegrees = (b.longitude - a.longitude) * Math.cos((a.latitude * Math.PI) / 180);
  return Math.hypot(eastDegrees, b.latitude - a.latitude) * metresPerDegree;
};

describe('toWgs84', () => {
  // Chinese maps show Tiananmen Gate and the Oriental Pearl Tower a few hundred metres from their true positions.
  test.each([
    ['gcj02', [39.908823, 116.39747], [39.90742, 116.39123]],
    ['bd09', [39.915119, 116.403963], [39.90742, 116.39123]],
    ['gcj02', [31.239703, 121.499718], [31.24165, 121.49517]],
    ['bd09', [31.245369, 121.506379], [31.24165, 121.49517]],
  ] as const)('%s %j is converted to %j', (system, [latitude, longitude], [north, east]) => {
    const place = { latitude: north, longitude: east };
    expect(distanceMetres(toWgs84(system, latitude, longitude), place)).toBeLessThan(40);
    expect(distanceMetres({ latitude, longitude }, place)).toBeGreaterThan(300);
  });

  test('converted coordinates have six decimals', () => {
    const { latitude, longitude } = toWgs84('gcj02', 39.908823, 116.39747);
    expect([latitude, longitude].map((degrees) => String(degrees).length)).toEqual([9, 10]);
  });

  test('coordinates in WGS 84, outside China or out of range are not changed', () => {
    expect(toWgs84('wgs84', 39.9088231234, 116.4)).toEqual({ latitude: 39.9088231234, longitude: 116.4 });
    expect(toWgs84('gcj02', 48.8584, 2.2945)).toEqual({ latitude: 48.8584, longitude: 2.2945 });
    expect(toWgs84('gcj02', 91, 200)).toEqual({ latitude: 91, longitude: 200 });
  });
});

describe('timeZoneAt', () => {
  test.each([
    [39.9042, 116.4074, 'Asia/Shanghai'],
    [43.8256, 87.6168, 'Asia/Urumqi'],
    [52.52, 13.405, 'Europe/Berlin'],
    [-33.8688, 151.2093, 'Australia/Sydney'],
  ])('%d, %d is in the time zone %s', (latitude, longitude, zone) => {
    expect(timeZoneAt(latitude, longitude)).toBe(zone);
  });

  test('is undefined on the high seas and for invalid coordinates', () => {
    expect([timeZoneAt(0, -140), timeZoneAt(91, 0), timeZoneAt(0, 181), timeZoneAt(Number.NaN, 0)]).toEqual([
      ...[undefined, undefined, undefined, undefined],
    ]);
  });
});
