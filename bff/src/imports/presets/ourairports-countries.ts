import { oneEach } from './draft.ts';
import type { Preset } from './preset.ts';
import { hasColumns } from './recognise.ts';

const isOurs = hasColumns('id', 'code', 'name', 'continent', 'wikipedia_link', 'keywords');

export const ourairportsCountries: Preset = {
  key: 'ourairports-countries',
  entity: 'country',
  label: { 'zh-CN': 'OurAirports 国家', en: 'OurAirports countries' },
  source: 'https://ourairports.com/data/',
  licence: 'Public domain',
  // its regions have these columns, too
  recognises: (head) => isOurs(head) && head.columns.length === 6,
  records: oneEach({ values: { code: 'code', name: 'name', continent: 'continent' } }),
};
