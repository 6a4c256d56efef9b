import { hasColumns, type Preset } from './preset.ts';
import { fromCells, ifMatches, oneRecordPerRow } from './raw-record.ts';

const currency = ifMatches('ISO4217-currency_alphabetic_code', /^[A-Z]{3}$/);

/** ISO 3166 codes with names, regions and currencies, as DataHub publishes them. */
export const datahubCountries: Preset = {
  key: 'datahub-country-codes',
  entity: 'country',
  label: { 'zh-CN': 'DataHub 国家代码（ISO 3166）', en: 'DataHub country codes (ISO 3166)' },
  source: 'https://github.com/datasets/country-codes',
  licence: 'ODC-PDDL 1.0',
  recognises: hasColumns('ISO3166-1-Alpha-2', 'ISO3166-1-Alpha-3', 'official_name_en', 'Continent'),
  records: oneRecordPerRow({
    values: {
      code: 'ISO3166-1-Alpha-2',
      name: fromCells(['CLDR display name', 'official_name_en'], (display, official) => display || official),
      alpha3Code: 'ISO3166-1-Alpha-3',
      continent: 'Continent',
      region: 'Sub-region Name',
      currency,
      'name[zh-CN]': fromCells(['UNTERM Chinese Short', 'official_name_cn'], (short, official) => short || official),
    },
    // the official names of this file are less familiar than those a record already has
    onlyIfEmpty: ['name', 'name[zh-CN]'],
  }),
};

const CONTINENT_CODES: Record<string, string> = { Africa: 'AF', Asia: 'AS', Europe: 'EU', Oceania: 'OC' };

/** UN M49 treats both Americas as one region. */
function continentOf(region: string, subregion: string, intermediate: string): string {
  if (region !== 'Americas') return CONTINENT_CODES[region] ?? '';
  if (subregion === 'Northern America') return 'NA';
  if (intermediate === '') return '';
  return intermediate === 'South America' ? 'SA' : 'NA';
}

export const iso3166Countries: Preset = {
  key: 'iso-3166-countries',
  entity: 'country',
  label: { 'zh-CN': 'ISO 3166 国家列表', en: 'ISO 3166 list of countries' },
  source: 'https://github.com/lukes/ISO-3166-Countries-with-Regional-Codes',
  licence: 'CC BY-SA 4.0',
  recognises: hasColumns('name', 'alpha-2', 'country-code'),
  records: oneRecordPerRow({
    values: {
      code: 'alpha-2',
      name: 'name',
      alpha3Code: 'alpha-3',
      continent: fromCells(['region', 'sub-region', 'intermediate-region'], continentOf),
      region: 'sub-region',
    },
    onlyIfEmpty: ['name'],
  }),
};
