import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../../src/database.ts';
import { bodyFrom, countriesOf } from '../kit/countries.ts';
import { stopwatch } from '../kit/cpu-steal.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** Another's transaction that holds a record. */
async function hold(id: number): Promise<{ release(): Promise<void> }> {
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

test('a record that stays locked is 503 within ten seconds; nothing is written afterwards, and it works again when free', {
  tags: ['slow'],
}, async () => {
  const countries = countriesOf(service);
  const country = await countries.createPending();
  const editor = await service.as('editor');
  const call = { path: { id: country.id }, ifMatch: 1, body: bodyFrom(country, { name: 'Too late' }) };
  const held = await hold(country.id);
  const since = stopwatch();
  const refused = await editor.expectRefusal('updateCountry', call, 'dataLocked');
  expect(refused.message).toBe('这些数据正被其他操作占用，请稍后再试');
  // a busy machine tells it a little later
  expect(since()).toBeLessThan(13_000);
  await held.release();
  expect(await countries.get(country.id)).toEqual(country);
  await editor.ok('updateCountry', { ...call, body: bodyFrom(country, { name: 'In time' }) });
});

test('a bulk call tells which items were done before one that stays locked, and does no more after it', {
  tags: ['slow'],
}, async () => {
  const countries = countriesOf(service);
  const [done, locked, left] = [
    await countries.createPending(),
    await countries.createPending(),
    await countries.createPending(),
  ];
  const held = await hold(locked.id);
  const body = { action: 'approve' as const, items: [done, locked, left].map(({ id, version }) => ({ id, version })) };
  const { items } = await (await service.as('reviewer')).ok('bulkCountries', { body });
  await held.release();
  expect(items).toMatchObject([
    { code: 200, data: { record: { status: 'approved' } } },
    { code: 503, message: '这些数据正被其他操作占用，请稍后再试', data: { key: 'dataLocked' } },
    { code: 503, data: { key: 'requestTimeout' } },
  ]);
  expect(await countries.get(left.id)).toEqual(left);
});

test('three of ten connections wait for one record, need no further one to go on, and whoever comes after them is told', async () => {
  const countries = countriesOf(service);
  const country = await countries.createPending();
  const editor = await service.as('editor');
  const held = await hold(country.id);
  const call = { path: { id: country.id }, ifMatch: 1, body: bodyFrom(country, { name: 'Changed' }) };
  const replies = Array.from({ length: 10 }, () => editor.call('updateCountry', call));
  // until all of them have waited for their turn, and settings are to be read anew
  await pause(3000);
  await (await service.as('viewer')).ok('listCountries');
  await held.release();
  const statuses = (await Promise.all(replies)).map(({ status }) => status).sort();
  expect(statuses).toEqual([200, ...Array(2).fill(412), ...Array(7).fill(503)]);
});
