import type { CityPosition } from './airports.ts';

const stationNames = [
  ['Central Station', '中央站'],
  ['North Station', '北站'],
  ['Airport Station', '机场站'],
  ['Harbour', '港口'],
  ['West Junction', '西站'],
] as const;

/** Returns the fields of the n-th generated European station, which is the same in every run. */
export function stationAt(cities: CityPosition[], n: number): Record<string, unknown> {
  const city = cities[n % cities.length];
  if (!city) throw new Error('No cities are given.');
  const round = Math.floor(n / cities.length);
  const [english, chinese] = stationNames[round % stationNames.length] ?? stationNames[0];
  const offset = (seed: number) => (((n * seed) % 2000) - 1000) / 10_000;
  const names = {
    en: `${city.name} ${english} ${round}`,
    'zh-CN': `${city.chinese ?? city.name}${chinese}${round}`,
  };
  return {
    code: `MADE-${String(n).padStart(6, '0')}`,
    name: names.en,
    country: city.country,
    city: city.city,
    latitude: Number((Number(city.latitude) + offset(7919)).toFixed(6)),
    longitude: Number((Number(city.longitude) + offset(104_729)).toFixed(6)),
    timezone: city.timezone,
    operatorCodes: [],
    locales: { 'zh-CN': { name: names['zh-CN'] }, en: { name: names.en } },
  };
}
