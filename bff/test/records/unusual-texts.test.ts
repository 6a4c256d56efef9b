import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../kit/client.ts';
import { bodyFrom, countriesOf } from '../kit/countries.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
let countries: ReturnType<typeof countriesOf>;
let editor: Client;

beforeAll(async () => {
  service = await startService();
  countries = countriesOf(service);
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
])('%s comes back as it was sent', async (_, name) => {
  const locales = { en: { name, aliases: [name, `${name.slice(0, 2)}x`] }, 'zh-Hant-TW': { name } };
  const created = await countries.createPending({ name, locales, symbol: '\\"¤' });
  expect(created).toMatchObject({ name, locales });
  expect(created.locales).toEqual(locales);
  const { items } = await editor.ok('getCountryHistory', { path: { id: created.id } });
  expect(items[0]?.after).toEqual(created);
  const { items: found } = await editor.ok('listCountries', { query: { code: created.code } });
  expect(found).toEqual([created]);
});

test.each(['a\u0000b', 'a\tb', 'a\nb', ' a', 'a\u007f'])('a name %j is refused', async (name) => {
  const body = { code: 'QZ', name, locales: { en: { name } } };
  const { fields } = await editor.expectRefusal('createCountry', { body }, 'validationError');
  expect(fields).toMatchObject([
    { pointer: '/name', rule: 'pattern', message: '须为不以空格开头或结尾的一行文字' },
    { pointer: '/locales/en/name', rule: 'pattern' },
  ]);
});

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('a language tag “%s” is refused', async (tag) => {
  const body = `{"code": "QZ", "name": "x", "locales": {"${tag}": {"name": "x"}}}`;
  const sent = { headers: { 'Content-Type': 'application/json' }, body };
  const response = await editor.raw('POST', '/dc/api/v1/countries', sent);
  expect([400, 422]).toContain(response.status);
});

test('an event that only JavaScript knows is no event', async () => {
  const country = await countries.createPending();
  const none = await service.clientWith();
  for (const event of ['constructor', '__proto__', 'toString', 'valueOf', '']) {
    // no event of the contract, on purpose
    const body = { event: event as 'approve' };
    const call = { path: { id: country.id }, ifMatch: 1, body };
    for (const client of [editor, none]) {
      const { fields } = await client.expectRefusal('transitionCountry', call, 'validationError');
      expect(fields).toMatchObject([{ pointer: '/event', rule: 'enum' }]);
    }
  }
});

test('as many names as the contract allows are taken in as many statements as one, and found', async () => {
  const alias = (index: number) => `${index.toString(36)} ${'中华人民共和国'.repeat(10)}`;
  const aliases = Array.from({ length: 40 }, (_, index) => alias(index));
  const tags = Array.from({ length: 80 }, (_, index) => `x${String.fromCharCode(97 + (index % 26))}-v${10 + index}`);
  const locales = Object.fromEntries(tags.map((tag) => [tag, { name: `Name ${tag}`, aliases }]));
  const statementsFor = async (fields: object) => {
    const body = await countries.countryBody(fields);
    let id = 0;
    const statements = await service.statementsDuring(async () => {
      id = (await editor.ok('createCountry', { body }, 201)).record.id;
    });
    return { id, statements };
  };
  const one = await statementsFor({ name: 'Single' });
  const many = await statementsFor({ name: 'Manifold', locales });
  expect(many.statements).toBe(one.statements);
  const created = await countries.get(many.id);
  expect(await countries.get(created.id)).toEqual(created);
  const { items } = await editor.ok('listCountries', { query: { q: 'manifold' } });
  expect(items).toEqual([created]);
});

test('a hundred and one languages are too many', async () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const tags = [...letters].flatMap((first) => [...letters].map((second) => first + second)).slice(0, 101);
  const body = await countries.countryBody({ locales: Object.fromEntries(tags.map((tag) => [tag, { name: tag }])) });
  const { fields } = await editor.expectRefusal('createCountry', { body }, 'validationError');
  expect(fields).toEqual([{ pointer: '/locales', rule: 'maxProperties', message: '最多 100 项' }]);
});

test('times are those of the clock, in UTC, to the millisecond', async () => {
  const before = Date.now();
  const country = await countries.createPending();
  const after = Date.now();
  for (const time of [country.createTime, country.updateTime]) {
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(Date.parse(time)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(time)).toBeLessThanOrEqual(after);
  }
  const [[row]] = await service.db.raw(
    "SELECT DATE_FORMAT(create_time, '%Y-%m-%dT%H:%i:%s') AS utc FROM country WHERE id = ?",
    [country.id],
  );
  expect(country.createTime.startsWith(row.utc)).toBe(true);
});

test('what is odd is a warning, no refusal', async () => {
  const country = await countries.createPending({ code: 'ZZ' });
  expect(country.warnings).toEqual([{ pointer: '/code', rule: 'notIso3166' }]);
  expect((await countries.get(country.id)).warnings).toEqual(country.warnings);
  const { items } = await editor.ok('listCountries', { query: { code: 'CN' } });
  expect(items[0]?.warnings).toEqual([]);
});

test('a proposal does not hide its record from the search', async () => {
  const country = await countries.createActive({ name: 'Hidden Valley' });
  const call = { path: { id: country.id }, ifMatch: country.version, body: bodyFrom(country, { name: 'Open Valley' }) };
  await editor.ok('updateCountry', call, 202);
  const found = async (q: string) => (await editor.ok('listCountries', { query: { q } })).items.map(({ id }) => id);
  expect(await found('hidden valley')).toEqual([country.id]);
  const reviewer = await service.as('reviewer');
  const decision = { path: { id: country.id }, ifMatch: 1, body: { decision: 'approve' as const } };
  await reviewer.ok('decideCountryProposal', decision);
  expect(await found('open valley')).toEqual([country.id]);
  expect(await found('hidden valley')).toEqual([]);
});
