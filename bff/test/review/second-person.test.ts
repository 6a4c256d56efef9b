import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../kit/client.ts';
import { bodyFrom, type Country, countriesOf } from '../kit/countries.ts';
import { type Service, startService } from '../kit/service.ts';

const all = ['country:read', 'country:create', 'country:update', 'country:delete', 'country:review'];

let service: Service;
let countries: ReturnType<typeof countriesOf>;
let [first, second, third]: Client[] = [];

beforeAll(async () => {
  service = await startService();
  countries = countriesOf(service);
  [first, second, third] = [
    await service.clientWith(...all),
    await service.clientWith(...all),
    await service.clientWith(...all),
  ];
});
afterAll(() => service.stop());

const person = (client: Client | undefined): Client => {
  if (!client) throw new Error('beforeAll has not run');
  return client;
};
const createdBy = async (client: Client) =>
  (await client.ok('createCountry', { body: await countries.countryBody() }, 201)).record;
const call = ({ id, version }: Country, event: 'approve' | 'reject' | 'resubmit') => ({
  path: { id },
  ifMatch: version,
  body: { event, reason: 'because' },
});
const move = async (client: Client, country: Country, event: 'approve' | 'reject' | 'resubmit') =>
  (await client.ok('transitionCountry', call(country, event))).record;
const edit = async (client: Client, country: Country, name: string) =>
  (
    await client.ok('updateCountry', {
      path: { id: country.id },
      ifMatch: country.version,
      body: bodyFrom(country, { name }),
    })
  ).record;

async function expectBarred(client: Client, country: Country) {
  for (const event of ['approve', 'reject'] as const) {
    const { message } = await client.expectRefusal('transitionCountry', call(country, event), 'secondPerson');
    expect(message).toBe('须由另一人审核');
  }
  expect(await client.ok('getCountry', { path: { id: country.id } })).toMatchObject({ ownWork: true });
  const { ownWork } = await client.ok('listCountries', { query: { code: country.code } });
  expect(ownWork).toEqual([country.id]);
}

describe('who may not decide', () => {
  test('the creator, an administrator too', async () => {
    const admin = await service.as('admin');
    for (const client of [person(first), admin]) await expectBarred(client, await createdBy(client));
  });

  test('whoever edited it while it was pending', async () => {
    const country = await edit(person(second), await createdBy(person(first)), 'Edited');
    await expectBarred(person(first), country);
    await expectBarred(person(second), country);
    expect(await move(person(third), country, 'approve')).toMatchObject({ status: 'approved' });
  });

  test('whoever edited it while it was rejected and another resubmitted it', async () => {
    const rejected = await move(person(third), await createdBy(person(first)), 'reject');
    const edited = await edit(person(second), rejected, 'Mended');
    const pending = await move(person(first), edited, 'resubmit');
    await expectBarred(person(second), pending);
    await expectBarred(person(first), pending);
    expect(await move(person(third), pending, 'approve')).toMatchObject({ status: 'approved' });
  });

  test('whoever resubmitted it', async () => {
    const rejected = await move(person(third), await createdBy(person(first)), 'reject');
    await expectBarred(person(second), await move(person(second), rejected, 'resubmit'));
  });
});

test('a person with review who never wrote it may decide', async () => {
  const country = await createdBy(person(first));
  expect(await person(second).ok('getCountry', { path: { id: country.id } })).toMatchObject({ ownWork: false });
  expect(await move(person(second), country, 'approve')).toMatchObject({
    status: 'approved',
    updatedBy: expect.any(String),
  });
});

test('rejecting wants a reason', async () => {
  const country = await createdBy(person(first));
  for (const body of [{ event: 'reject' as const }, { event: 'reject' as const, reason: '  ' }]) {
    const parts = { path: { id: country.id }, ifMatch: 1, body };
    const { fields } = await person(second).expectRefusal('transitionCountry', parts, 'validationError');
    expect(fields).toMatchObject([{ pointer: '/reason' }]);
  }
  await move(person(second), country, 'reject');
  const { items } = await person(second).ok('getCountryHistory', { path: { id: country.id } });
  expect(items[0]).toMatchObject({ action: 'reject', reason: 'because' });
});

describe('what approval requires', () => {
  test('is told field by field, and asked for again of a change to what is approved', async () => {
    const { record } = await person(first).ok(
      'createCountry',
      { body: { code: await countries.freeCode(), name: 'Bare' } },
      201,
    );
    const missing = [
      { pointer: '/alpha3Code', rule: 'requiredToApprove', message: '通过审核前须填写' },
      { pointer: '/continent', rule: 'requiredToApprove', message: '通过审核前须填写' },
    ];
    const refused = await person(second).expectRefusal('transitionCountry', call(record, 'approve'), 'validationError');
    expect(refused).toMatchObject({ fields: missing, message: '有 2 处不符合要求' });
    const full = await countries.createActive();
    const change = {
      path: { id: full.id },
      ifMatch: full.version,
      body: bodyFrom(full, { alpha3Code: null, continent: null }),
    };
    const { fields } = await person(first).expectRefusal('updateCountry', change, 'validationError');
    expect(fields).toEqual(missing);
  });
});

test('what a second person has approved is nobody’s own work any more', async () => {
  const country = await createdBy(person(first));
  const ownWork = async () => (await person(first).ok('getCountry', { path: { id: country.id } })).ownWork;
  expect(await ownWork()).toBe(true);
  await move(person(second), country, 'approve');
  expect(await ownWork()).toBe(false);
});

test('review “none” lets the author approve, and changes apply at once', async () => {
  const country = await createdBy(person(first));
  await service.db('settings').update({ content: JSON.stringify({ review: { country: 'none' } }) });
  await expect
    .poll(async () => (await person(first).ok('getCountry', { path: { id: country.id } })).review)
    .toBe('none');
  const approved = await move(person(first), country, 'approve');
  const changed = await edit(person(first), approved, 'At once');
  expect(changed).toMatchObject({ status: 'approved', name: 'At once', version: 3 });
  const removed = await person(first).ok('deleteCountry', { path: { id: country.id }, ifMatch: 3 });
  expect(removed).toEqual({ id: country.id, version: 3 });
});
