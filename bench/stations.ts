import type { Near } from './airports.ts';

const kinds = [
  ['Central Station', '中央站'],
  ['North Station', '北站'],
  ['Airport Station', '机场站'],
  ['Harbour', '港口'],
  ['West Junction', '西站'],
] as const;

/** The n-th generated European station as an import line, the same in every run. */
export function stationAt(places: Near[], n: number): Record<string, unknown> {
  const place = places[n % places.length];
  if (!place) throw new Error('there is no place to lie near');
  const round = Math.floor(n / places.length);
  const [english, chinese] = kinds[round % kinds.length] ?? kinds[0];
  const away = (seed: number) => (((n * seed) % 2000) - 1000) / 10_000;
  const names = {
    en: `${place.name} ${english} ${round}`,
    'zh-CN': `${place.chinese ?? place.name}${chinese}${round}`,
  };
  return {
    code: `MADE-${String(n).padStart(6, '0')}`,
    name: names.en,
    country: place.country,
    city: place.city,
    latitude: Number((Number(place.latitude) + away(7919)).toFixed(6)),
    longitude: Number((Number(place.longitude) + away(104_729)).toFixed(6)),
    timezone: place.timezone,
    operatorCodes: [],
    locales: { 'zh-CN': { name: names['zh-CN'] }, en: { name: names.en } },
  };
}
