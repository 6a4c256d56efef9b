// country codes of UIC leaflet 920-14 for European countries
const prefixes: Record<string, readonly string[]> = {
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

/** Returns whether a UIC number starts with another country's code, which border stations legitimately may. */
export function isOtherPrefix(uicCode: unknown, country: unknown): boolean {
  const expectedPrefix = typeof country === 'string' ? prefixes[country] : undefined;
  return (
    typeof uicCode === 'string' &&
    uicCode.length >= 2 &&
    !!expectedPrefix &&
    !expectedPrefix.includes(uicCode.slice(0, 2))
  );
}
