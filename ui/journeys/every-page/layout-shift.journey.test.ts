import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { stageCsv } from '../kit/csv-imports.ts';
import { setUpProduct } from '../kit/journey.ts';

const product = setUpProduct();

/** A fifth of what browsers call a good page. */
const MAX_SHIFT = 0.02;
const DELAY_MS = 150;
const PLACEHOLDERS = '.animate-fade-in-delayed';
/** Answers that arrive within this time of each other belong to the same page. */
const QUIET_MS = 400;

/** Answers reads after a delay, and counts them. */
async function delayReads(page: Page) {
  const reads = { pending: 0, changedAt: 0 };
  const count = (change: number) => {
    reads.pending += change;
    reads.changedAt = Date.now();
  };
  await page.route(/\/dc\/api\/v1\/(?!profile|auth|.*events)/, async (route) => {
    count(1);
    await wait(DELAY_MS);
    // the page may have cancelled the read meanwhile
    const response = await route.fetch().catch(() => undefined);
    if (response) await route.fulfill({ response }).catch(() => undefined);
    count(-1);
  });
  return reads;
}

/** Sums the shifts of visible content in a global variable from the start of the page. */
const observeShifts = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      // The casts: the types of the DOM lack the entry's value and the global variable.
      const entries = list.getEntries() as unknown as { value: number }[];
      const sum = window as unknown as { shift: number };
      for (const { value } of entries) sum.shift += value;
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** Returns the sum of the shifts since the last call. */
const takeShift = (page: Page) =>
  page.evaluate(() => {
    // The cast: `observeShifts` has defined this global variable.
    const sum = window as unknown as { shift: number };
    const { shift } = sum;
    sum.shift = 0;
    return shift;
  });

test.for([
  ['desktop', {}],
  ['phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
] as const)('no page moves its content on a %s while its reads are answered late', {
  tags: ['slow'],
}, async ([, options]) => {
  const editor = await product.apiAs('editor');
  const { id: airport } = await editor.resource('/airports').find('PEK');
  const { id: country } = await editor.find('CN');
  const code = 'isMobile' in options ? 'XB' : 'XA';
  const rejected = await editor.create({ code, name: 'Atlantis', continent: 'AS' });
  await (await product.apiAs('reviewer')).transition(code, 'reject', 'There is no such country');
  const admin = await product.apiAs('admin');
  const role = (await admin.call('GET', '/roles?page=1&pageSize=10')).items.find(
    ({ name }: { name: string }) => name !== 'admin',
  );
  await admin.call('POST', '/views', {
    list: 'country',
    name: code,
    search: 'continent=AS',
    shared: [],
    isDefault: false,
  });
  const importId = await stageCsv(editor, 'country', 'code,name,region\nXC,Lemuria,AS\nCN,,nowhere\n');
  // neighbours are different pages, because a card that opens beside its list makes the list narrower
  const paths = [
    '/',
    '/country',
    `/airport?id=${airport}&panel=view`,
    `/country?id=${country}&panel=view`,
    '/airport',
    `/country?id=${country}&panel=edit`,
    '/rate-board',
    `/country?id=${rejected.id}&panel=history`,
    '/?review=all',
    `/airport/form?id=${airport}`,
    '/sync-status',
    '/data-subscriber',
    '/task-status',
    '/data-logs',
    '/calendar',
    '/imports',
    `/imports/${importId}`,
    '/imports/new?kind=airport',
    '/users/user-list',
    '/users/role-list',
    `/users/role-list?id=${role.id}&panel=edit`,
    '/users/user-log-list',
    '/system-config',
  ];
  const shifts: Record<string, number> = {};
  const storage = { 'lists-with-views:admin': 'country' };
  const { page } = await product.open('admin', '/403', { ...options, storage });
  await observeShifts(page);
  const reads = await delayReads(page);
  await page.goto('/403');
  for (const path of paths) {
    await takeShift(page);
    reads.changedAt = Date.now();
    // navigates as links do
    await page.evaluate((path) => history.pushState(null, '', path), path);
    const isSettled = () => reads.pending === 0 && Date.now() - reads.changedAt > QUIET_MS;
    await expect.poll(isSettled, { message: path, timeout: 15_000, interval: 50 }).toBe(true);
    await expect.poll(() => page.locator(PLACEHOLDERS).count(), { message: `the placeholders of ${path}` }).toBe(0);
    shifts[path] = await takeShift(page);
  }
  expect(Object.entries(shifts).filter(([, shift]) => shift > MAX_SHIFT)).toEqual([]);
});
