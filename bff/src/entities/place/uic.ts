import type { FieldValues } from '#crud/model.ts';
import type { Schemas } from '#http/contract.ts';

// UIC leaflet 920-14, for the countries of European stations
const UIC_PREFIXES: Record<string, string[]> = {
  FI: ['10'],
  RU: ['20'],
  BY: ['21'],
  UA: ['22'],
  MD: ['23'],
  LT: ['24'],
  LV: ['25'],
  EE: ['26'],
  AL: ['41'],
  BA: ['44', '49', '50'],
  PL: ['51'],
  BG: ['52'],
  RO: ['53'],
  CZ: ['54'],
  HU: ['55'],
  SK: ['56'],
  IE: ['60'],
  ME: ['62'],
  MK: ['65'],
  GB: ['70'],
  ES: ['71'],
  RS: ['72'],
  GR: ['73'],
  SE: ['74'],
  TR: ['75'],
  NO: ['76'],
  HR: ['78'],
  SI: ['79'],
  DE: ['80'],
  AT: ['81'],
  LU: ['82'],
  IT: ['83'],
  NL: ['84'],
  CH: ['85'],
  DK: ['86'],
  FR: ['87'],
  BE: ['88'],
  PT: ['94'],
};

/** Warns if a UIC code does not begin with its country's prefix; border stations may have that of the neighbouring country. */
export function findUicWarnings({ uicCode, country }: FieldValues): Schemas['Warning'][] {
  const prefixes = UIC_PREFIXES[String(country)];
  if (typeof uicCode !== 'string' || !prefixes || prefixes.includes(uicCode.slice(0, 2))) return [];
  return [{ pointer: '/uicCode', rule: 'uicPrefix' }];
}
