import { expect, test } from 'vitest';
import { copyContract, readContract } from '../contract/contract.ts';
import { languages } from '../contract/texts.ts';
import { kindOf, kindsOf } from './kinds.ts';
import { createMock, type IncomingRequest } from './mock.ts';
import { initialSwitches, takeFailure, turnSwitches } from './server.ts';
import { starterData } from './starter-set.ts';
import { createState } from './state.ts';

const contract = readContract();
const mock = await createMock(contract);

const request = (
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: object,
): IncomingRequest => ({
  method,
  url: new URL(path, 'http://mock'),
  headers: body ? { 'content-type': 'application/json', ...headers } : headers,
  body: Buffer.from(body ? JSON.stringify(body) : ''),
});

async function call(method: string, path: string, headers?: Record<string, string>, body?: object) {
  const answer = await mock.answer(request(method, path, headers, body));
  const { data, message } = JSON.parse(answer.body);
  return { status: answer.status, data, message };
}

async function signIn(username: string): Promise<Record<string, string>> {
  const { data } = await call('POST', '/api/v1/auth/login', {}, { username, password: 'gazetteer-demo' });
  return { authorization: `Bearer ${data.token}` };
}

const data = starterData(kindsOf(contract));

test.each(
  kindsOf(contract).map(({ tag }) => tag),
)('the starter set has active records of %s, with names in both languages', (tag) => {
  const records = [...(data.records.get(tag)?.values() ?? [])];
  expect(records.length).toBeGreaterThan(10);
  expect(new Set(records.map(({ status }) => status))).toEqual(new Set(['active']));
  if (kindOf(contract, tag).title) return;
  for (const { locales } of records)
    expect(Object.keys(Object(locales))).toEqual(expect.arrayContaining([...languages]));
});

test('a reviewer may not create, and learns which permission is missing', async () => {
  const reviewer = await signIn('reviewer');
  const answer = await call('POST', '/api/v1/countries', reviewer, { code: 'QZ', name: 'Example' });
  expect(answer).toMatchObject({ status: 403, data: { key: 'forbidden', permission: 'country:create' } });
});

test('what an editor proposes, a reviewer finds and approves, and the history tells', async () => {
  const [editor, reviewer] = [await signIn('editor'), await signIn('reviewer')];
  const { data: found } = await call('GET', '/api/v1/cities?code=BJS', editor);
  const [city] = found.items;
  const { code, name, country, continent, iataCode, cnCode, locales } = city;
  const body = { code, name: `${name} (renamed)`, country, continent, iataCode, cnCode, locales };
  const target = `/api/v1/cities/${city.id}`;
  const proposed = await call('PUT', target, { ...editor, 'if-match': '"1"' }, body);
  expect(proposed).toMatchObject({ status: 202, data: { proposal: { changes: ['/name'], version: 1 } } });
  const { data: reviews } = await call('GET', '/api/v1/reviews', reviewer);
  expect(reviews.items).toMatchObject([
    { kind: 'proposal', entity: 'city', id: city.id, by: 'editor', ownWork: false },
  ]);
  const decision = { decision: 'approve' };
  const decided = await call('POST', `${target}/proposal/decision`, { ...reviewer, 'if-match': '"1"' }, decision);
  expect(decided).toMatchObject({ status: 200, data: { record: { name: body.name, version: 2 } } });
  const { data: history } = await call('GET', `${target}/history`, editor);
  expect(history.items[0]).toMatchObject({ action: 'update', actor: 'reviewer', proposer: 'editor' });
  const { data: log } = await call('GET', '/api/v1/data-logs?entity=city&limit=1', editor);
  expect(log.items[0]).toMatchObject({ recordId: city.id, changes: ['/name'] });
});

test('Prism refuses a request that breaks the contract, in the words of the contract', async () => {
  const editor = { ...(await signIn('editor')), 'accept-language': 'en' };
  const { status, data: error } = await call('POST', '/api/v1/countries', editor, { code: 'QZZ' });
  expect(status).toBe(422);
  expect(error.fields).toEqual(
    expect.arrayContaining([
      { pointer: '/name', rule: 'required', message: 'Required' },
      { pointer: '/code', rule: 'pattern', message: 'Must be 2 letters' },
    ]),
  );
});

test('any request answers the documented example of the status that it asks for', async () => {
  const answer = await call('PUT', '/api/v1/countries/44?__code=412');
  expect(answer).toMatchObject({ status: 412, data: { key: 'versionConflict', current: { code: 'CN' } } });
  const undocumented = await mock.answer(request('GET', '/api/v1/countries?__code=418'));
  expect(undocumented).toMatchObject({ status: 400, body: 'listCountries has no documented example of 418.' });
});

test('a changed contract keeps what the mock remembers', () => {
  const changed = copyContract();
  const { CountryWrite, Country } = changed.components.schemas;
  for (const schema of [CountryWrite, Country]) {
    if (!schema?.properties) throw new Error('the contract has no countries');
    schema.properties.motto = { type: ['string', 'null'] };
    delete schema.properties.symbol;
  }
  const earlier = starterData(kindsOf(contract));
  const { data: kept } = createState(changed, earlier);
  const country = kept.records.get('country')?.get(1);
  expect(country).toMatchObject({ code: 'AW', motto: null, currency: 'AWG' });
  expect(country).not.toHaveProperty('symbol');
});

test('switches take only known settings, and the failure of the next request happens once', () => {
  const switches = initialSwitches();
  turnSwitches(switches, { latencyMs: 400, failing: 'next', other: 1 });
  turnSwitches(switches, { latencyMs: 123 });
  expect(switches).toEqual({ latencyMs: 400, failing: 'next' });
  expect([takeFailure(switches, 'GET'), takeFailure(switches, 'GET')]).toEqual([true, false]);
  turnSwitches(switches, { failing: 'writes' });
  expect([takeFailure(switches, 'GET'), takeFailure(switches, 'PUT')]).toEqual([false, true]);
});
