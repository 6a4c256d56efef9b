import type { Country } from 'world-countries';

const continents: Record<string, string> = {
  Africa: 'AF',
  Antarctic: 'AN',
  Asia: 'AS',
  Europe: 'EU',
  Oceania: 'OC',
};

export function continentOf({ cca2, region, subregion }: Country): string {
  // The package treats the outlying islands of the United States as part of the mainland; all but one lie in the Pacific.
  if (cca2 === 'UM') return 'OC';
  const continent = region === 'Americas' ? (subregion === 'South America' ? 'SA' : 'NA') : continents[region];
  if (!continent) throw new Error(`No continent for ${cca2}: the package says ${region}, ${subregion}.`);
  return continent;
}

/** The package's sub-regions that M49 calls or divides differently; `subregionExceptions` has the countries that don't follow. */
const subregionsRenamed: Record<string, string> = {
  Caribbean: 'Latin America and the Caribbean',
  'Central America': 'Latin America and the Caribbean',
  'South America': 'Latin America and the Caribbean',
  'North America': 'Northern America',
  'Eastern Africa': 'Sub-Saharan Africa',
  'Middle Africa': 'Sub-Saharan Africa',
  'Southern Africa': 'Sub-Saharan Africa',
  'Western Africa': 'Sub-Saharan Africa',
  'South-Eastern Asia': 'South-eastern Asia',
  'Southeast Europe': 'Southern Europe',
  'Central Europe': 'Eastern Europe',
};

/** Countries for which the package has no sub-region, or another one than M49. */
const subregionExceptions: Record<string, string | null> = {
  AQ: null,
  AT: 'Western Europe',
  BG: 'Eastern Europe',
  BV: 'Latin America and the Caribbean',
  CY: 'Western Asia',
  GS: 'Latin America and the Caribbean',
  HM: 'Australia and New Zealand',
  MX: 'Latin America and the Caribbean',
  RO: 'Eastern Europe',
  SI: 'Southern Europe',
  TF: 'Sub-Saharan Africa',
  UM: 'Micronesia',
};

/** The English name of the UN M49 sub-region. */
export function regionOf({ cca2, subregion }: Country): string | null {
  const own = subregionExceptions[cca2];
  return own !== undefined ? own : (subregionsRenamed[subregion] ?? subregion);
}
