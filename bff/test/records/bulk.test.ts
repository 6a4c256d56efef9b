import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../kit/client.ts';
import { bodyFrom, type Country, countriesOf } from '../kit/countries.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
let countries: ReturnType<typeof countriesOf>;
let editor: Client;
let reviewer: Client;

beforeAll(async () => {
  service = await startService();
  countries = countriesOf(service);
  [editor, reviewer] = [await service.as('editor'), await service.as('reviewer')];
});
afterAll(() => service.stop());

const item = ({ id, version }: Country) => ({ id, version });

test('each item has the outcome of a call of its own, in the order sent', async () => {
  const [good, stale, incomplete, done] = [
    await countries.createPending(),
    await countries.createPending(),
    await countries.createPending({ continent: null }),
    await countries.createApproved(),
  ];
  const items = [
    item(done),
    item(good),
    { id: 4294967295, version: 1 },
    { id: stale.id, version: 7 },
    item(incomplete),
  ];
  const answer = await reviewer.ok('bulkCountries', { body: { action: 'approve', items } });
  expect(answer.items).toMatchObject([
    { id: done.id, code: 409, message: '当前状态不能执行此操作', data: { key: 'invalidTransition' } },
    { id: good.id, code: 200, data: { record: { status: 'approved', version: 2 }, labels: {} } },
    { id: 4294967295, code: 404, data: { key: 'notFound' } },
    { id: stale.id, code: 412, data: { key: 'versionConflict', current: stale } },
    { id: incomplete.id, code: 422, data: { fields: [{ pointer: '/continent', rule: 'requiredToApprove' }] } },
  ]);
  expect(await countries.get(stale.id)).toEqual(stale);
});

test('messages come in the language asked for', async () => {
  const body = { action: 'approve' as const, items: [{ id: 4294967295, version: 1 }] };
  const answer = await reviewer.ok('bulkCountries', { body, headers: { 'Accept-Language': 'en' } });
  expect(answer.items[0]?.message).toBe('Not found');
});

test('deletion deletes or proposes as the status has it', async () => {
  const [pending, active, busy] = [
    await countries.createPending(),
    await countries.createActive(),
    await countries.createActive(),
  ];
  const other = await service.clientWith('country:update');
  const call = { path: { id: busy.id }, ifMatch: busy.version, body: bodyFrom(busy, { name: 'Busy' }) };
  await other.ok('updateCountry', call, 202);
  const body = { action: 'delete' as const, items: [pending, active, busy].map(item) };
  const { items } = await editor.ok('bulkCountries', { body });
  expect(items).toMatchObject([
    { code: 200, data: item(pending) },
    { code: 202, data: { record: active, proposal: { action: 'delete' } } },
    { code: 409, data: { key: 'proposalOpen' } },
  ]);
});

test('the reason goes with every item', async () => {
  const items = [item(await countries.createPending()), item(await countries.createPending())];
  const bare = await reviewer.ok('bulkCountries', { body: { action: 'reject', items } });
  expect(bare.items).toMatchObject([{ code: 422 }, { code: 422 }]);
  const told = await reviewer.ok('bulkCountries', { body: { action: 'reject', items, reason: 'no' } });
  expect(told.items).toMatchObject([{ code: 200 }, { code: 200 }]);
});

test('an item sent twice counts once', async () => {
  const country = await countries.createPending();
  const body = { action: 'approve' as const, items: [item(country), item(country)] };
  const { items } = await reviewer.ok('bulkCountries', { body });
  expect(items.map(({ code }) => code)).toEqual([200, 412]);
});

test('none and more than five hundred items are refused', async () => {
  const many = Array.from({ length: 501 }, (_, index) => ({ id: index + 1, version: 1 }));
  for (const items of [[], many]) {
    const { fields } = await reviewer.expectRefusal(
      'bulkCountries',
      { body: { action: 'approve', items } },
      'validationError',
    );
    expect(fields).toMatchObject([{ pointer: '/items' }]);
  }
});

test('of five hundred each is done once, those for which there was no time when they are asked for again', {
  tags: ['slow'],
}, async () => {
  await service.db('country').where('status', 'inactive').update({ status: 'active' });
  const ids = await service.db('country').where('status', 'active').limit(250).select('id', 'version');
  const codes: number[] = [];
  let left = [...ids, ...ids].map(({ id, version }) => ({ id, version }));
  while (left.length > 0) {
    const { items } = await reviewer.ok('bulkCountries', { body: { action: 'deactivate', items: left } });
    const isLate = (at: number) => items[at]?.code === 503;
    codes.push(...items.filter((_, at) => !isLate(at)).map(({ code }) => code));
    expect(codes.length).toBeGreaterThan(0);
    left = left.filter((_, at) => isLate(at));
  }
  expect(codes.filter((code) => code === 200)).toHaveLength(ids.length);
  expect(codes.filter((code) => code === 412)).toHaveLength(ids.length);
});
