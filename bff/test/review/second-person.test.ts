import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../kit/client.ts';
import { bodyFrom, type Country, createCountryClient } from '../kit/countries.ts';
import { type Service, startService } from '../kit/service.ts';

const PERMISSIONS = ['country:read', 'country:create', 'country:update', 'country:delete', 'country:review'];

let service: Service;
let countries: ReturnType<typeof createCountryClient>;
let [first, second, third]: Client[] = [];

beforeAll(async () => {
  service = await startService();
  countries = createCountryClient(service);
  [first, second, third] = [
    await service.clientWith(...PERMISSIONS),
    await service.clientWith(...PERMISSIONS),
    await service.clientWith(...PERMISSIONS),
  ];
});
afterAll(() => service.stop());

const assertClient = (client: Client | undefined): Client => {
  if (!client) throw new Error('beforeAll has not run');
  return client;
};
const createdBy = async (client: Client) =>
  (await client.ok('createCountry', { body: await countries.countryBody() }, 201)).record;
const transitionParts = ({ id, version }: Country, event: 'approve' | 'reject' | 'resubmit') => ({
  path: { id },
  ifMatch: version,
  body: { event, reason: 'because' },
});
const transition = async (client: Client, country: Country, event: 'approve' | 'reject' | 'resubmit') =>
  (await client.ok('transitionCountry', transitionParts(country, event))).record;
const edit = async (client: Client, country: Country, name: string) =>
  (
    await client.ok('updateCountry', {
      path: { id: country.id },
      ifMatch: country.version,
      body: bodyFrom(country, { name }),
    })
  ).record;

async function expectMayNotReview(client: Client, country: Country) {
  for (const event of ['approve', 'reject'] as const) {
    const { message } = await client.expectRefusal(
      'transitionCountry',
      transitionParts(country, event),
      'secondPerson',
    );
    expect(message).toBe('须由另一人审核');
  }
  expect(await client.ok('getCountry', { path: { id: country.id } })).toMatchObject({ ownWork: true });
  const { ownWork } = await client.ok('listCountries', { query: { code: country.code } });
  expect(ownWork).toEqual([country.id]);
}

describe('a record may not be reviewed by', () => {
  test('its creator, not even an administrator', async () => {
    const admin = await service.as('admin');
    for (const client of [assertClient(first), admin]) await expectMayNotReview(client, await createdBy(client));
  });

  test('a user who edited it while it was pending', async () => {
    const country = await edit(assertClient(second), await createdBy(assertClient(first)), 'Edited');
    await expectMayNotReview(assertClient(first), country);
    await expectMayNotReview(assertClient(second), country);
    expect(await transition(assertClient(third), country, 'approve')).toMatchObject({ status: 'approved' });
  });

  test('a user who edited it while it was rejected, even if another user resubmitted it', async () => {
    const rejectedCountry = await transition(assertClient(third), await createdBy(assertClient(first)), 'reject');
    const edited = await edit(assertClient(second), rejectedCountry, 'Mended');
    const pending = await transition(assertClient(first), edited, 'resubmit');
    await expectMayNotReview(assertClient(second), pending);
    await expectMayNotReview(assertClient(first), pending);
    expect(await transition(assertClient(third), pending, 'approve')).toMatchObject({ status: 'approved' });
  });

  test('the user who resubmitted it', async () => {
    const rejectedCountry = await transition(assertClient(third), await createdBy(assertClient(first)), 'reject');
    await expectMayNotReview(assertClient(second), await transition(assertClient(second), rejectedCountry, 'resubmit'));
  });
});

test('a reviewer who never edited a record may review it', async () => {
  const country = await createdBy(assertClient(first));
  expect(await assertClient(second).ok('getCountry', { path: { id: country.id } })).toMatchObject({ ownWork: false });
  expect(await transition(assertClient(second), country, 'approve')).toMatchObject({
    status: 'approved',
    updatedBy: expect.any(String),
  });
});

test('rejecting requires a reason', async () => {
  const country = await createdBy(assertClient(first));
  for (const body of [{ event: 'reject' as const }, { event: 'reject' as const, reason: '  ' }]) {
    const parts = { path: { id: country.id }, ifMatch: 1, body };
    const { fields } = await assertClient(second).expectRefusal('transitionCountry', parts, 'validationError');
    expect(fields).toMatchObject([{ pointer: '/reason' }]);
  }
  await transition(assertClient(second), country, 'reject');
  const { items } = await assertClient(second).ok('getCountryHistory', { path: { id: country.id } });
  expect(items[0]).toMatchObject({ action: 'reject', reason: 'because' });
});

describe('the fields that approval requires', () => {
  test('are reported one by one, and are required of changes to approved records too', async () => {
    const { record } = await assertClient(first).ok(
      'createCountry',
      { body: { code: await countries.freeCode(), name: 'Bare' } },
      201,
    );
    const missingFields = [
      { pointer: '/alpha3Code', rule: 'requiredToApprove', message: '通过审核前须填写' },
      { pointer: '/continent', rule: 'requiredToApprove', message: '通过审核前须填写' },
    ];
    const refusal = await assertClient(second).expectRefusal(
      'transitionCountry',
      transitionParts(record, 'approve'),
      'validationError',
    );
    expect(refusal).toMatchObject({ fields: missingFields, message: '有 2 处不符合要求' });
    const complete = await countries.createActive();
    const updateParts = {
      path: { id: complete.id },
      ifMatch: complete.version,
      body: bodyFrom(complete, { alpha3Code: null, continent: null }),
    };
    const { fields } = await assertClient(first).expectRefusal('updateCountry', updateParts, 'validationError');
    expect(fields).toEqual(missingFields);
  });
});

test('an approved record is nobody’s own work any more', async () => {
  const country = await createdBy(assertClient(first));
  const ownWork = async () => (await assertClient(first).ok('getCountry', { path: { id: country.id } })).ownWork;
  expect(await ownWork()).toBe(true);
  await transition(assertClient(second), country, 'approve');
  expect(await ownWork()).toBe(false);
});

test('without review the author may approve, and changes apply at once', async () => {
  const country = await createdBy(assertClient(first));
  await service.db('settings').update({ content: JSON.stringify({ review: { country: 'none' } }) });
  await expect
    .poll(async () => (await assertClient(first).ok('getCountry', { path: { id: country.id } })).review)
    .toBe('none');
  const approvedCountry = await transition(assertClient(first), country, 'approve');
  const updatedAnswer = await edit(assertClient(first), approvedCountry, 'At once');
  expect(updatedAnswer).toMatchObject({ status: 'approved', name: 'At once', version: 3 });
  const removedAnswer = await assertClient(first).ok('deleteCountry', { path: { id: country.id }, ifMatch: 3 });
  expect(removedAnswer).toEqual({ id: country.id, version: 3 });
});
