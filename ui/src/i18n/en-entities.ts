import type { Texts } from './zh.ts';

const regions = [
  'Australia and New Zealand',
  'Central Asia',
  'Eastern Asia',
  'Eastern Europe',
  'Latin America and the Caribbean',
  'Melanesia',
  'Micronesia',
  'Northern Africa',
  'Northern America',
  'Northern Europe',
  'Polynesia',
  'South-eastern Asia',
  'Southern Asia',
  'Southern Europe',
  'Sub-Saharan Africa',
  'Western Asia',
  'Western Europe',
] as const;

export const entities: Pick<Texts, 'entity' | 'field' | 'value'> = {
  entity: {
    country: {
      one: 'country',
      many: 'Countries',
      create: 'New country',
      edit: 'Edit country',
      delete: 'Delete country',
      deleteQuestion: 'Are you sure to delete this country?',
      first: 'Cities, airports, airlines and more build on countries, coded by ISO 3166-1.',
    },
  },
  field: {
    code: 'Code',
    name: 'Name',
    locales: 'Names by language',
    status: 'Status',
    createTime: 'Created',
    updateTime: 'Updated',
    createdBy: 'Created by',
    updatedBy: 'Updated by',
    version: 'Version',
    actions: 'Actions',
    alpha3Code: 'Alpha-3',
    continent: 'Continent',
    region: 'Region',
    currency: 'Currency',
    symbol: 'Symbol',
  },
  value: {
    continent: {
      AF: 'Africa',
      AN: 'Antarctica',
      AS: 'Asia',
      EU: 'Europe',
      NA: 'North America',
      OC: 'Oceania',
      SA: 'South America',
    },
    // the values are the English names themselves
    region: Object.fromEntries(regions.map((region) => [region, region])) as Texts['value']['region'],
  },
};
