import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../migrate.ts';
import { testDatabase } from '../test-database.ts';

type Form = {
  id: number;
  code: string;
  name: string;
  alpha3Code: string;
  continent: string;
  region: string | null;
  currency: string | null;
  symbol: string | null;
  locales: { 'zh-CN': { name: string }; en: { name: string } };
  createTime: string;
  warnings: unknown[];
};

/** The 17 sub-regions of the UN's M49. */
const subRegions = [
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
];

const database = testDatabase();
let forms: Form[];

beforeAll(async () => {
  await migrate(database.url, { demo: false });
  const rows: { after: string | Form }[] = await database.knex('data_log').where('entity', 'country').select('after');
  // MariaDB keeps JSON as text, MySQL answers with the value.
  forms = rows.map(({ after }) => (typeof after === 'string' ? JSON.parse(after) : after));
});
afterAll(() => database.drop());

function of(code: string): Form {
  const form = forms.find((each) => each.code === code);
  if (!form) throw new Error(`${code} is missing`);
  return form;
}

test('every country stands in its table as its log row says', async () => {
  const stored = await database.knex('country').select();
  expect(stored).toHaveLength(250);
  const logged = new Map(forms.map((form) => [form.id, form]));
  for (const row of stored) {
    const locales = typeof row.locales === 'string' ? JSON.parse(row.locales) : row.locales;
    expect(logged.get(row.id)).toEqual({
      id: row.id,
      code: row.code,
      name: row.name,
      alpha3Code: row.alpha3_code,
      continent: row.continent,
      region: row.region,
      currency: row.currency,
      symbol: row.symbol,
      locales,
      status: 'active',
      version: 1,
      createTime: row.create_time.toISOString(),
      updateTime: row.update_time.toISOString(),
      createdBy: 'system',
      updatedBy: 'system',
      warnings: row.code === 'XK' ? [{ pointer: '/code', rule: 'notIso3166' }] : [],
    });
  }
});

test('each has its own Chinese and English name', () => {
  for (const { locales } of forms) expect(locales['zh-CN'].name).toMatch(/^[\p{Script=Han}（）·]+$/u);
  expect(new Set(forms.map(({ locales }) => locales['zh-CN'].name)).size).toBe(250);
  expect(new Set(forms.map(({ locales }) => locales.en.name)).size).toBe(250);
  const chinese = ['DM', 'DO', 'MK', 'HK', 'CD', 'CG'].map((code) => of(code).locales['zh-CN'].name);
  expect(chinese).toEqual(['多米尼克', '多米尼加共和国', '北马其顿', '香港', '刚果（金）', '刚果（布）']);
});

test('the regions are the sub-regions of M49, and only Antarctica has none', () => {
  expect([...new Set(forms.map(({ region }) => region))].sort()).toEqual([...subRegions, null].sort());
  expect(forms.filter(({ region }) => region === null).map(({ code }) => code)).toEqual(['AQ']);
  expect(['AT', 'BG', 'SI', 'PL', 'CY', 'MX', 'TW', 'IR'].map((code) => of(code).region)).toEqual([
    'Western Europe',
    'Eastern Europe',
    'Southern Europe',
    'Eastern Europe',
    'Western Asia',
    'Latin America and the Caribbean',
    'Eastern Asia',
    'Southern Asia',
  ]);
});

test('continents follow the places', () => {
  const places = { BR: 'SA', MX: 'NA', CU: 'NA', GS: 'AN', BV: 'AN', UM: 'OC', XK: 'EU', CN: 'AS', ZA: 'AF' };
  for (const [code, continent] of Object.entries(places)) expect([code, of(code).continent]).toEqual([code, continent]);
});

test('currencies are codes of three letters with a short sign, or neither is there', () => {
  for (const { code, currency, symbol } of forms) {
    if (currency === null) expect([code, symbol]).toEqual(['AQ', null]);
    else expect(currency).toMatch(/^[A-Z]{3}$/);
    expect(symbol?.length ?? 1).toBeLessThanOrEqual(5);
  }
  const money = ['CN', 'JP', 'US', 'DE', 'BG', 'PA', 'HK', 'CU'].map(
    (code) => `${of(code).currency} ${of(code).symbol}`,
  );
  expect(money).toEqual(['CNY ¥', 'JPY ¥', 'USD $', 'EUR €', 'EUR €', 'PAB B/.', 'HKD HK$', 'CUP $']);
});
