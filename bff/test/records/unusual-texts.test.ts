import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../kit/client.ts';
import { bodyFrom, createCountryClient } from '../kit/countries.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
let countries: ReturnType<typeof createCountryClient>;
let editor: Client;

beforeAll(async () => {
  service = await startService();
  countries = createCountryClient(service);
  editor = await service.as('editor');
});
afterAll(() => service.stop());

test.each([
  ['emoji', '🗺️👩‍👩‍👧‍👦'],
  ['characters beyond the basic plane', '𠮷𡒄'],
  ['right to left', 'مصر\u202e'],
  ['quotes and backslashes', `"'\\\`; drop table country; -- %s ? :x`],
  ['markup', '<script>alert(1)</script>&amp;'],
  ['two hundred characters of four bytes', '🗺'.repeat(200)],
  ['composed and decomposed', 'é é'],
])('%s is stored unchanged', async (_, name) => {
  const locales = { en: { name, aliases: [name, `${name.slice(0, 2)}x`] }, 'zh-Hant-TW': { name } };
  const createdCountry = await countries.createPending({ name, locales, symbol: '\\"¤' });
  expect(createdCountry).toMatchObject({ name, locales });
  expect(createdCountry.locales).toEqual(locales);
  const { items } = await editor.ok('getCountryHistory', { path: { id: createdCountry.id } });
  expect(items[0]?.after).toEqual(createdCountry);
  const { items: matches } = await editor.ok('listCountries', { query: { code: createdCountry.code } });
  expect(matches).toEqual([createdCountry]);
});

test.each(['a\u0000b', 'a\tb', 'a\nb', ' a', 'a\u007f'])('a name %j is refused', async (name) => {
  const body = { code: 'QZ', name, locales: { en: { name } } };
  const { fields } = await editor.expectRefusal('createCountry', { body }, 'validationError');
  expect(fields).toMatchObject([
    { pointer: '/name', rule: 'pattern', message: '须为单行文字，首尾不带空格' },
    { pointer: '/locales/en/name', rule: 'pattern' },
  ]);
});

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('a language tag “%s” is refused', async (tag) => {
  const body = `{"code": "QZ", "name": "x", "locales": {"${tag}": {"name": "x"}}}`;
  const request = { headers: { 'Content-Type': 'application/json' }, body };
  const response = await editor.raw('POST', '/dc/api/v1/countries', request);
  expect([400, 422]).toContain(response.status);
});

test('names of JavaScript’s object members are refused as events', async () => {
  const country = await countries.createPending();
  const clientWithoutPermissions = await service.clientWith();
  for (const event of ['constructor', '__proto__', 'toString', 'valueOf', '']) {
    // Cast: the body violates the contract on purpose.
    const body = { event: event as 'approve' };
    const call = { path: { id: country.id }, ifMatch: 1, body };
    for (const client of [editor, clientWithoutPermissions]) {
      const { fields } = await client.expectRefusal('transitionCountry', call, 'validationError');
      expect(fields).toMatchObject([{ pointer: '/event', rule: 'enum' }]);
    }
  }
});

test('the maximum number of names takes as many statements as one name, and can be searched', async () => {
  const buildAlias = (index: number) => `${index.toString(36)} ${'中华人民共和国'.repeat(10)}`;
  const aliases = Array.from({ length: 40 }, (_, index) => buildAlias(index));
  const tags = Array.from({ length: 80 }, (_, index) => `x${String.fromCharCode(97 + (index % 26))}-v${10 + index}`);
  const locales = Object.fromEntries(tags.map((tag) => [tag, { name: `Name ${tag}`, aliases }]));
  const createAndCount = async (fields: object) => {
    const body = await countries.countryBody(fields);
    let id = 0;
    const statements = await service.statementsDuring(async () => {
      id = (await editor.ok('createCountry', { body }, 201)).record.id;
    });
    return { id, statements };
  };
  const countryWithoutTranslations = await createAndCount({ name: 'Single' });
  const multilingualCountry = await createAndCount({ name: 'Manifold', locales });
  expect(multilingualCountry.statements).toBe(countryWithoutTranslations.statements);
  const createdCountry = await countries.get(multilingualCountry.id);
  expect(await countries.get(createdCountry.id)).toEqual(createdCountry);
  const { items } = await editor.ok('listCountries', { query: { q: 'manifold' } });
  expect(items).toEqual([createdCountry]);
});

test('more than a hundred languages are refused', async () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const tags = [...letters].flatMap((first) => [...letters].map((second) => first + second)).slice(0, 101);
  const body = await countries.countryBody({ locales: Object.fromEntries(tags.map((tag) => [tag, { name: tag }])) });
  const { fields } = await editor.expectRefusal('createCountry', { body }, 'validationError');
  expect(fields).toEqual([{ pointer: '/locales', rule: 'maxProperties', message: '最多 100 项' }]);
});

test('times are current, in UTC, and have milliseconds', async () => {
  const startMs = Date.now();
  const country = await countries.createPending();
  const endMs = Date.now();
  for (const time of [country.createTime, country.updateTime]) {
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(Date.parse(time)).toBeGreaterThanOrEqual(startMs);
    expect(Date.parse(time)).toBeLessThanOrEqual(endMs);
  }
  const [[row]] = await service.db.raw(
    "SELECT DATE_FORMAT(create_time, '%Y-%m-%dT%H:%i:%s') AS utc FROM country WHERE id = ?",
    [country.id],
  );
  expect(country.createTime.startsWith(row.utc)).toBe(true);
});

test('unusual values cause a warning instead of a refusal', async () => {
  const country = await countries.createPending({ code: 'ZZ' });
  expect(country.warnings).toEqual([{ pointer: '/code', rule: 'notIso3166' }]);
  expect((await countries.get(country.id)).warnings).toEqual(country.warnings);
  const { items } = await editor.ok('listCountries', { query: { code: 'CN' } });
  expect(items[0]?.warnings).toEqual([]);
});

test('a record is found by its current values while a proposal is open', async () => {
  const country = await countries.createActive({ name: 'Hidden Valley' });
  const call = { path: { id: country.id }, ifMatch: country.version, body: bodyFrom(country, { name: 'Open Valley' }) };
  await editor.ok('updateCountry', call, 202);
  const findIds = async (q: string) => (await editor.ok('listCountries', { query: { q } })).items.map(({ id }) => id);
  expect(await findIds('hidden valley')).toEqual([country.id]);
  const reviewer = await service.as('reviewer');
  const decision = { path: { id: country.id }, ifMatch: 1, body: { decision: 'approve' as const } };
  await reviewer.ok('decideCountryProposal', decision);
  expect(await findIds('open valley')).toEqual([country.id]);
  expect(await findIds('hidden valley')).toEqual([]);
});
