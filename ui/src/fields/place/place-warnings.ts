import type { Rule } from '#api/metadata.gen.ts';
import type { Coordinates } from '#kit/values/coordinates.ts';

export interface PlaceWarning {
  pointer: '/latitude' | '/timezone';
  rule: Extract<Rule, 'outsideCountry' | 'timeZoneElsewhere'>;
}

interface Place {
  country: string | null;
  point: Coordinates | null;
  timezone: string | null;
}

/** Returns warnings about a location that may still be correct; countries without map data cause none. */
export async function findPlaceWarnings({ country, point, timezone }: Place): Promise<PlaceWarning[]> {
  if (!country) return [];
  const [outside, zoneFits] = await Promise.all([
    point && import('#kit/map/country-outline.ts').then(({ isOutside }) => isOutside(country, point)),
    timezone && import('./zones.ts').then(({ isZoneOf }) => isZoneOf(timezone, country)),
  ]);
  const warnings: PlaceWarning[] = [];
  if (outside) warnings.push({ pointer: '/latitude', rule: 'outsideCountry' });
  if (zoneFits === false) warnings.push({ pointer: '/timezone', rule: 'timeZoneElsewhere' });
  return warnings;
}
