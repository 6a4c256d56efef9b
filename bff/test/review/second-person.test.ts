import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../kit/client.ts';
import { bodyFrom, type Country, createCountryClient } from '../kit/countries.ts';
import { type Service, startService } from '../kit/service.ts';

const PERMISSIONS = ['country:read', 'country:create', 'country:update', 'country:delete', 'country:review'];

let service: Service;
let countries: ReturnType<typeof createCountryClient>;
let [firstClient, secondClient, thirdClient]: Client[] = [];

beforeAll(async () => {
  service = await startService();
  countries = createCountryClient(service);
  [firstClient, secondClient, thirdClient] = [
    await service.clientWith(...PERMISSIONS),
    await service.clientWith(...PERMISSIONS),
    await service.clientWith(...PERMISSIONS),
  ];
});
afterAll(() => service.stop());

const requireClient = (client: Client | undefined): Client => {
  if (!client) throw new Error('The client was not created.');
  return client;
};
const createCountryAs = async (client: Client) =>
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
  test('its creator, even if it is an administrator', async () => {
    const admin = await service.as('admin');
    for (const client of [requireClient(firstClient), admin])
      await expectMayNotReview(client, await createCountryAs(client));
  });

  test('a user who edited it while it was pending', async () => {
    const country = await edit(
      requireClient(secondClient),
      await createCountryAs(requireClient(firstClient)),
      'Edited',
    );
    await expectMayNotReview(requireClient(firstClient), country);
    await expectMayNotReview(requireClient(secondClient), country);
    expect(await transition(requireClient(thirdClient), country, 'approve')).toMatchObject({ status: 'approved' });
  });

  test('a user who edited it while it was rejected, even if another user resubmitted it', async () => {
    const rejectedCountry = await transition(
      requireClient(thirdClient),
      await createCountryAs(requireClient(firstClient)),
      'reject',
    );
    const editedCountry = await edit(requireClient(secondClient), rejectedCountry, 'Corrected');
    const pendingCountry = await transition(requireClient(firstClient), editedCountry, 'resubmit');
    await expectMayNotReview(requireClient(secondClient), pendingCountry);
    await expectMayNotReview(requireClient(firstClient), pendingCountry);
    expect(await transition(requireClient(thirdClient), pendingCountry, 'approve')).toMatchObject({
      status: 'approved',
    });
  });

  test('the user who resubmitted it', async () => {
    const rejectedCountry = await transition(
      requireClient(thirdClient),
      await createCountryAs(requireClient(firstClient)),
      'reject',
    );
    await expectMayNotReview(
      requireClient(secondClient),
      await transition(requireClient(secondClient), rejectedCountry, 'resubmit'),
    );
  });
});

test('a reviewer who never edited a record may review it', async () => {
  const country = await createCountryAs(requireClient(firstClient));
  expect(await requireClient(secondClient).ok('getCountry', { path: { id: country.id } })).toMatchObject({
    ownWork: false,
  });
  expect(await transition(requireClient(secondClient), country, 'approve')).toMatchObject({
    status: 'approved',
    updatedBy: expect.any(String),
  });
});

test('rejecting requires a reason', async () => {
  const country = await createCountryAs(requireClient(firstClient));
  for (const body of [{ event: 'reject' as const }, { event: 'reject' as const, reason: '  ' }]) {
    const parts = { path: { id: country.id }, ifMatch: 1, body };
    const { fields } = await requireClient(secondClient).expectRefusal('transitionCountry', parts, 'validationError');
    expect(fields).toMatchObject([{ pointer: '/reason' }]);
  }
  await transition(requireClient(secondClient), country, 'reject');
  const { items } = await requireClient(secondClient).ok('getCountryHistory', { path: { id: country.id } });
  expect(items[0]).toMatchObject({ action: 'reject', reason: 'because' });
});

describe('the fields that approval requires', () => {
  test('are each reported, and are also required in changes of approved records', async () => {
    const { record } = await requireClient(firstClient).ok(
      'createCountry',
      { body: { code: await countries.freeCode(), name: 'Incomplete' } },
      201,
    );
    const missingFields = [
      { pointer: '/alpha3Code', rule: 'requiredToApprove', message: '审核必填' },
      { pointer: '/continent', rule: 'requiredToApprove', message: '审核必填' },
    ];
    const refusal = await requireClient(secondClient).expectRefusal(
      'transitionCountry',
      transitionParts(record, 'approve'),
      'validationError',
    );
    expect(refusal).toMatchObject({ fields: missingFields, message: '有 2 处不符合要求' });
    const completeCountry = await countries.createActive();
    const updateParts = {
      path: { id: completeCountry.id },
      ifMatch: completeCountry.version,
      body: bodyFrom(completeCountry, { alpha3Code: null, continent: null }),
    };
    const { fields } = await requireClient(firstClient).expectRefusal('updateCountry', updateParts, 'validationError');
    expect(fields).toEqual(missingFields);
  });
});

test('an approved record is no longer the own work of its authors', async () => {
  const country = await createCountryAs(requireClient(firstClient));
  const ownWork = async () => (await requireClient(firstClient).ok('getCountry', { path: { id: country.id } })).ownWork;
  expect(await ownWork()).toBe(true);
  await transition(requireClient(secondClient), country, 'approve');
  expect(await ownWork()).toBe(false);
});

test('without review the author may approve, and changes apply at once', async () => {
  const country = await createCountryAs(requireClient(firstClient));
  await service.db('settings').update({ content: JSON.stringify({ review: { country: 'none' } }) });
  await expect
    .poll(async () => (await requireClient(firstClient).ok('getCountry', { path: { id: country.id } })).review)
    .toBe('none');
  const approvedCountry = await transition(requireClient(firstClient), country, 'approve');
  const updatedAnswer = await edit(requireClient(firstClient), approvedCountry, 'At once');
  expect(updatedAnswer).toMatchObject({ status: 'approved', name: 'At once', version: 3 });
  const removedAnswer = await requireClient(firstClient).ok('deleteCountry', { path: { id: country.id }, ifMatch: 3 });
  expect(removedAnswer).toEqual({ id: country.id, version: 3 });
});
