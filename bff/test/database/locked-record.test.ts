import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../../src/database/database.ts';
import { bodyFrom, createCountryClient } from '../kit/countries.ts';
import { startStopwatch } from '../kit/cpu-steal.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** Locks a record in a transaction of another connection. */
async function lockCountry(id: number): Promise<{ release(): Promise<void> }> {
  const holder = connect(service.databaseUrl);
  const trx = await holder.transaction();
  await trx('country').where('id', id).forUpdate();
  return {
    release: async () => {
      await trx.rollback();
      await holder.destroy();
    },
  };
}

test('a write to a locked record is answered 503 within ten seconds, has no effect, and works once the record is unlocked', {
  tags: ['slow'],
}, async () => {
  const countries = createCountryClient(service);
  const country = await countries.createPending();
  const editor = await service.as('editor');
  const call = { path: { id: country.id }, ifMatch: 1, body: bodyFrom(country, { name: 'Too late' }) };
  const lock = await lockCountry(country.id);
  const elapsedMs = startStopwatch();
  const refusal = await editor.expectRefusal('updateCountry', call, 'dataLocked');
  expect(refusal.message).toBe('这些数据正被其他操作占用，请稍后再试');
  // A busy machine may answer a little later.
  expect(elapsedMs()).toBeLessThan(13_000);
  await lock.release();
  expect(await countries.get(country.id)).toEqual(country);
  await editor.ok('updateCountry', { ...call, body: bodyFrom(country, { name: 'In time' }) });
});

test('a bulk call returns the items processed before a locked record, and processes none after it', {
  tags: ['slow'],
}, async () => {
  const countries = createCountryClient(service);
  const [countryBefore, lockedCountry, countryAfter] = [
    await countries.createPending(),
    await countries.createPending(),
    await countries.createPending(),
  ];
  const lock = await lockCountry(lockedCountry.id);
  const body = {
    action: 'approve' as const,
    items: [countryBefore, lockedCountry, countryAfter].map(({ id, version }) => ({ id, version })),
  };
  const { items } = await (await service.as('reviewer')).ok('bulkCountries', { body });
  await lock.release();
  expect(items).toMatchObject([
    { code: 200, data: { record: { status: 'approved' } } },
    { code: 503, message: '这些数据正被其他操作占用，请稍后再试', data: { key: 'dataLocked' } },
    { code: 503, data: { key: 'requestTimeout' } },
  ]);
  expect(await countries.get(countryAfter.id)).toEqual(countryAfter);
});

test('only three connections wait for a locked record, and further writes to it are answered 503', async () => {
  const countries = createCountryClient(service);
  const country = await countries.createPending();
  const editor = await service.as('editor');
  const lock = await lockCountry(country.id);
  const call = { path: { id: country.id }, ifMatch: 1, body: bodyFrom(country, { name: 'Changed' }) };
  const replies = Array.from({ length: 10 }, () => editor.call('updateCountry', call));
  // This is long enough for all calls to be queued and for the settings to be read again.
  await pause(3000);
  await (await service.as('viewer')).ok('listCountries');
  await lock.release();
  const statuses = (await Promise.all(replies)).map(({ status }) => status).sort();
  expect(statuses).toEqual([200, ...Array(2).fill(412), ...Array(7).fill(503)]);
});
