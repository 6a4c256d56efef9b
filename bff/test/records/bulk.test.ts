import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../kit/client.ts';
import { bodyFrom, type Country, createCountryClient } from '../kit/countries.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
let countries: ReturnType<typeof createCountryClient>;
let editor: Client;
let reviewer: Client;

beforeAll(async () => {
  service = await startService();
  countries = createCountryClient(service);
  [editor, reviewer] = [await service.as('editor'), await service.as('reviewer')];
});
afterAll(() => service.stop());

const toItem = ({ id, version }: Country) => ({ id, version });

test('each item has the outcome of a single call, in the order of the request', async () => {
  const [validCountry, staleCountry, incompleteCountry, approvedCountry] = [
    await countries.createPending(),
    await countries.createPending(),
    await countries.createPending({ continent: null }),
    await countries.createApproved(),
  ];
  const items = [
    toItem(approvedCountry),
    toItem(validCountry),
    { id: 4294967295, version: 1 },
    { id: staleCountry.id, version: 7 },
    toItem(incompleteCountry),
  ];
  const answer = await reviewer.ok('bulkCountries', { body: { action: 'approve', items } });
  expect(answer.items).toMatchObject([
    { id: approvedCountry.id, code: 409, message: '当前状态不能执行此操作', data: { key: 'invalidTransition' } },
    { id: validCountry.id, code: 200, data: { record: { status: 'approved', version: 2 }, labels: {} } },
    { id: 4294967295, code: 404, data: { key: 'notFound' } },
    { id: staleCountry.id, code: 412, data: { key: 'versionConflict', current: staleCountry } },
    { id: incompleteCountry.id, code: 422, data: { fields: [{ pointer: '/continent', rule: 'requiredToApprove' }] } },
  ]);
  expect(await countries.get(staleCountry.id)).toEqual(staleCountry);
});

test('messages are in the requested language', async () => {
  const body = { action: 'approve' as const, items: [{ id: 4294967295, version: 1 }] };
  const answer = await reviewer.ok('bulkCountries', { body, headers: { 'Accept-Language': 'en' } });
  expect(answer.items[0]?.message).toBe('Not found');
});

test('a bulk deletion deletes or proposes depending on the status of each record', async () => {
  const [pendingCountry, activeCountry, proposedCountry] = [
    await countries.createPending(),
    await countries.createActive(),
    await countries.createActive(),
  ];
  const otherEditor = await service.clientWith('country:update');
  const call = {
    path: { id: proposedCountry.id },
    ifMatch: proposedCountry.version,
    body: bodyFrom(proposedCountry, { name: 'Busy' }),
  };
  await otherEditor.ok('updateCountry', call, 202);
  const body = { action: 'delete' as const, items: [pendingCountry, activeCountry, proposedCountry].map(toItem) };
  const { items } = await editor.ok('bulkCountries', { body });
  expect(items).toMatchObject([
    { code: 200, data: toItem(pendingCountry) },
    { code: 202, data: { record: activeCountry, proposal: { action: 'delete' } } },
    { code: 409, data: { key: 'proposalOpen' } },
  ]);
});

test('the reason applies to every item', async () => {
  const items = [toItem(await countries.createPending()), toItem(await countries.createPending())];
  const withoutReason = await reviewer.ok('bulkCountries', { body: { action: 'reject', items } });
  expect(withoutReason.items).toMatchObject([{ code: 422 }, { code: 422 }]);
  const withReason = await reviewer.ok('bulkCountries', { body: { action: 'reject', items, reason: 'no' } });
  expect(withReason.items).toMatchObject([{ code: 200 }, { code: 200 }]);
});

test('an item that is sent twice is processed once', async () => {
  const country = await countries.createPending();
  const body = { action: 'approve' as const, items: [toItem(country), toItem(country)] };
  const { items } = await reviewer.ok('bulkCountries', { body });
  expect(items.map(({ code }) => code)).toEqual([200, 412]);
});

test('a bulk call without items or with more than five hundred is refused', async () => {
  const tooManyItems = Array.from({ length: 501 }, (_, index) => ({ id: index + 1, version: 1 }));
  for (const items of [[], tooManyItems]) {
    const { fields } = await reviewer.expectRefusal(
      'bulkCountries',
      { body: { action: 'approve', items } },
      'validationError',
    );
    expect(fields).toMatchObject([{ pointer: '/items' }]);
  }
});

test('five hundred items are each processed once, and items that timed out are processed when they are sent again', {
  tags: ['slow'],
}, async () => {
  await service.db('country').where('status', 'inactive').update({ status: 'active' });
  const ids = await service.db('country').where('status', 'active').limit(250).select('id', 'version');
  const codes: number[] = [];
  let remainingItems = [...ids, ...ids].map(({ id, version }) => ({ id, version }));
  while (remainingItems.length > 0) {
    const { items } = await reviewer.ok('bulkCountries', { body: { action: 'deactivate', items: remainingItems } });
    const hasTimedOut = (itemIndex: number) => items[itemIndex]?.code === 503;
    codes.push(...items.filter((_, itemIndex) => !hasTimedOut(itemIndex)).map(({ code }) => code));
    expect(codes.length).toBeGreaterThan(0);
    remainingItems = remainingItems.filter((_, itemIndex) => hasTimedOut(itemIndex));
  }
  expect(codes.filter((code) => code === 200)).toHaveLength(ids.length);
  expect(codes.filter((code) => code === 412)).toHaveLength(ids.length);
});
