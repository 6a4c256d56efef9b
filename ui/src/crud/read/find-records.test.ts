import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cachedName } from '#crud/text/record-name-cache.ts';
import { cachedRecord, findByCode, findRecords } from './find-records.ts';
import { refreshReads } from './query-client.ts';

const { send } = vi.hoisted(() => ({ send: vi.fn() }));
vi.mock('#session/session.ts', () => ({ api: { send }, session: { loggedIn: true, subscribe: () => {} } }));

const record = (code: string, name: string) => ({ id: 1, code, name, locales: { en: { name } } });

beforeEach(() => {
  const items = [record('CAN', 'Guangzhou'), record('CA', 'Caracas')];
  send.mockResolvedValue({ data: { items, labels: { country: { CN: { name: 'China' } } } } });
});
afterEach(() => {
  refreshReads();
  send.mockReset();
  vi.useRealTimers();
});

const sentRequests = () => send.mock.calls.map(([, path, { params }]) => [path, params.query]);

it('searches the entity’s list and sorts an exact code first', async () => {
  const records = await findRecords('city', 'ca', { country: 'CN' });
  expect(records.map(({ code }) => code)).toEqual(['CA', 'CAN']);
  expect(sentRequests()).toEqual([['/api/v1/cities', { page: 1, pageSize: 20, country: 'CN', q: 'ca' }]]);
});

it('caches a search until a record changes', async () => {
  await findRecords('city', 'x');
  await findRecords('city', 'x');
  expect(send).toHaveBeenCalledTimes(1);
  refreshReads();
  await findRecords('city', 'x');
  expect(send).toHaveBeenCalledTimes(2);
});

it('shares concurrent requests for a code and caches the returned names', async () => {
  const [first, second] = await Promise.all([findByCode('city', 'CA'), findByCode('city', 'CA')]);
  expect(first).toBe(second);
  expect(sentRequests()).toEqual([['/api/v1/cities', { page: 1, pageSize: 20, code: 'CA' }]]);
  expect(cachedName('city', 'CAN', 'en')).toBe('Guangzhou');
  expect(cachedName('country', 'CN', 'en')).toBe('China');
});

it('searches again after a minute', async () => {
  vi.useFakeTimers();
  await findByCode('city', 'CAN');
  vi.advanceTimersByTime(59_000);
  expect(cachedRecord('city', 'CAN')).toMatchObject({ name: 'Guangzhou' });
  vi.advanceTimersByTime(2_000);
  expect(cachedRecord('city', 'CAN')).toBeUndefined();
  await findByCode('city', 'CAN');
  expect(send).toHaveBeenCalledTimes(2);
});

it('neither caches nor shares a request that started before a record changed', async () => {
  let respond: (data: unknown) => void = () => {};
  send.mockReturnValueOnce(new Promise((resolve) => (respond = resolve)));
  const pendingRecord = findByCode('city', 'CAN');
  refreshReads();
  await findByCode('city', 'CAN');
  expect(send).toHaveBeenCalledTimes(2);
  respond({ data: { items: [record('CAN', 'Canton')], labels: {} } });
  expect(await pendingRecord).toMatchObject({ name: 'Canton' });
  expect(cachedRecord('city', 'CAN')).toMatchObject({ name: 'Guangzhou' });
});
