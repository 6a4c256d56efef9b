import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { findRecords, recordOf, seenRecord } from './find-records.ts';
import { labelName } from './labels.ts';
import { recordsChanged } from './query-client.ts';

const { send } = vi.hoisted(() => ({ send: vi.fn() }));
vi.mock('#session/session.ts', () => ({ api: { send }, session: { loggedIn: true, subscribe: () => {} } }));

const record = (code: string, name: string) => ({ id: 1, code, name, locales: { en: { name } } });

beforeEach(() => {
  const items = [record('CAN', 'Guangzhou'), record('CA', 'Caracas')];
  send.mockResolvedValue({ data: { items, labels: { country: { CN: { name: 'China' } } } } });
});
afterEach(() => {
  recordsChanged();
  send.mockReset();
  vi.useRealTimers();
});

const asked = () => send.mock.calls.map(([, path, { params }]) => [path, params.query]);

it('asks the kind’s list, and puts the record first whose whole code was typed', async () => {
  const found = await findRecords('city', 'ca', { country: 'CN' });
  expect(found.map(({ code }) => code)).toEqual(['CA', 'CAN']);
  expect(asked()).toEqual([['/api/v1/cities', { page: 1, pageSize: 20, country: 'CN', q: 'ca' }]]);
});

it('asks the same once, until a record has changed', async () => {
  await findRecords('city', 'x');
  await findRecords('city', 'x');
  expect(send).toHaveBeenCalledTimes(1);
  recordsChanged();
  await findRecords('city', 'x');
  expect(send).toHaveBeenCalledTimes(2);
});

it('shares a call among all who ask for the same code, and keeps the names it brings', async () => {
  const [one, other] = await Promise.all([recordOf('city', 'CA'), recordOf('city', 'CA')]);
  expect(one).toBe(other);
  expect(asked()).toEqual([['/api/v1/cities', { page: 1, pageSize: 20, code: 'CA' }]]);
  expect(labelName('city', 'CAN', 'en')).toBe('Guangzhou');
  expect(labelName('country', 'CN', 'en')).toBe('China');
});

it('asks again after a minute: others change records too', async () => {
  vi.useFakeTimers();
  await recordOf('city', 'CAN');
  vi.advanceTimersByTime(59_000);
  expect(seenRecord('city', 'CAN')).toMatchObject({ name: 'Guangzhou' });
  vi.advanceTimersByTime(2_000);
  expect(seenRecord('city', 'CAN')).toBeUndefined();
  await recordOf('city', 'CAN');
  expect(send).toHaveBeenCalledTimes(2);
});

it('keeps nothing that was asked before a record changed, and shares no such call', async () => {
  let answer: (data: unknown) => void = () => {};
  send.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  const asked = recordOf('city', 'CAN');
  recordsChanged();
  await recordOf('city', 'CAN');
  expect(send).toHaveBeenCalledTimes(2);
  answer({ data: { items: [record('CAN', 'Canton')], labels: {} } });
  expect(await asked).toMatchObject({ name: 'Canton' });
  expect(seenRecord('city', 'CAN')).toMatchObject({ name: 'Guangzhou' });
});
