import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../kit/client.ts';
import { bodyFrom, createCountryClient } from '../kit/countries.ts';
import { type Service, startService } from '../kit/service.ts';
import { createSubscriberClient } from '../sync/subscribers.ts';

let service: Service;
let viewer: Client;
let countries: ReturnType<typeof createCountryClient>;

beforeAll(async () => {
  service = await startService();
  viewer = await service.as('viewer');
  countries = createCountryClient(service);
});
afterAll(() => service.stop());

const count = async (id: number) =>
  (await viewer.ok('getReviewReceivers', { query: { entity: 'country', id } })).receivers;

test('the subscribers that receive what waits are counted by kind, filter and whether they are active', async () => {
  const subscribers = await createSubscriberClient(service);
  const pending = await countries.createPending();
  const changed = await countries.createActive();
  const editor = await service.as('editor');
  const body = bodyFrom(changed, { name: 'Proposed' });
  await editor.ok('updateCountry', { path: { id: changed.id }, ifMatch: changed.version, body }, 202);
  const counts = async () => [await count(pending.id), await count(changed.id)];
  expect(await counts()).toEqual([0, 0]);

  const create = (fields: object) => subscribers.create({ entities: ['country'], ...fields });
  await create({});
  await create({ entities: ['city'] });
  await create({ active: false });
  expect(await counts()).toEqual([1, 1]);
  // the approval makes the pending record approved, and leaves the active one active
  await create({ filter: { statuses: ['approved'] } });
  await create({ filter: { statuses: ['active'] } });
  expect(await counts()).toEqual([2, 2]);
  await create({ filter: { countries: [changed.code] } });
  await create({ filter: { countries: [changed.code] } });
  expect(await counts()).toEqual([2, 4]);
});

test('the list of what waits goes kind by kind on request, and is counted for each of them', async () => {
  const editor = await service.as('editor');
  const { record: city } = await editor.ok('createCity', { body: { code: 'QXA', name: 'QXA' } }, 201);
  await countries.createPending();
  const [byTime, byEntity] = [
    await viewer.ok('listReviews'),
    await viewer.ok('listReviews', { query: { order: 'entity' } }),
  ];
  expect(byTime.items.at(-1)?.entity).toBe('country');
  expect(byEntity.items.at(-1)).toMatchObject({ entity: 'city', id: city.id });
  const ofCountries = byTime.items.filter(({ entity }) => entity === 'country');
  expect(byEntity.items.slice(0, -1)).toEqual(ofCountries);
  const { entities } = await viewer.ok('getReviewCompleteness');
  expect(entities).toEqual([
    { entity: 'country', total: ofCountries.length, ready: ofCountries.length, missing: [] },
    { entity: 'city', total: 1, ready: 0, missing: [{ pointer: '/country', count: 1 }] },
  ]);
});
