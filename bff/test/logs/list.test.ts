import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Schemas } from '../../src/http/contract.ts';
import { logAct } from '../../src/user-log/user-log.ts';
import type { Client } from '../kit/client.ts';
import { fillUserLog, LOG_START_MS } from '../kit/log-entries.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
let reader: Client;

const ENTRY_COUNT = 12_000;

beforeAll(async () => {
  service = await startService();
  await service.db('user_log').delete();
  reader = await service.clientWith('user_log:read');
  await fillUserLog(service.db, ENTRY_COUNT);
});
afterAll(() => service.stop());

type Entry = Schemas['UserLogEntry'];
type Filter = { user?: string; about?: string; act?: Schemas['Act']; address?: string; from?: string; to?: string };

const timeAtMinute = (index: number) => new Date(LOG_START_MS + index * 60_000).toISOString();
const list = (query: Filter & { cursor?: string; limit?: number } = {}) => reader.ok('listUserLogs', { query });

async function readAllPages(
  filter: Filter,
  changeBetweenPages: (page: number) => Promise<unknown> = async () => undefined,
) {
  const foundEntries: Entry[] = [];
  let cursor: string | null | undefined;
  for (let page = 0; cursor !== null; page++) {
    const { items, nextCursor } = await list({ ...filter, limit: 100, ...(cursor ? { cursor } : {}) });
    foundEntries.push(...items);
    cursor = nextCursor;
    await changeBetweenPages(page);
  }
  return foundEntries;
}

test('an entry has the user, the act, the target, the time and the origin', async () => {
  const { items, total, totalCapped } = await list({ act: 'roleChanged', limit: 1 });
  expect(items).toEqual([
    {
      id: expect.any(Number),
      time: timeAtMinute(11_004),
      act: 'roleChanged',
      userId: 1,
      username: 'keeper',
      target: { kind: 'role', id: 1, name: 'role-4' },
      details: { count: 1 },
      address: '10.0.0.0',
      client: 'Mozilla/5.0',
    },
  ]);
  expect({ total, totalCapped }).toEqual({ total: 12, totalCapped: false });
});

describe('filters', () => {
  const filterCases: Record<string, [Filter, (entry: Entry) => boolean]> = {
    user: [{ user: 'person-7' }, ({ username }) => username === 'person-7'],
    about: [{ about: 'role-9' }, ({ target }) => target?.name === 'role-9'],
    act: [{ act: 'roleChanged' }, ({ act }) => act === 'roleChanged'],
    address: [{ address: '10.0.0.2' }, ({ address }) => address === '10.0.0.2'],
    from: [{ from: timeAtMinute(11_500) }, ({ time }) => time >= timeAtMinute(11_500)],
    to: [{ to: timeAtMinute(700) }, ({ time }) => time < timeAtMinute(700)],
    'user and act': [{ user: 'keeper', act: 'roleChanged' }, ({ act }) => act === 'roleChanged'],
    'user, about and address': [
      { user: 'keeper', about: 'role-4', address: '10.0.0.1' },
      ({ target, username, address }) => `${username} ${target?.name} ${address}` === 'keeper role-4 10.0.0.1',
    ],
    'all at once': [
      {
        user: 'keeper',
        about: 'role-4',
        act: 'signIn',
        address: '10.0.0.1',
        from: timeAtMinute(300),
        to: timeAtMinute(9000),
      },
      ({ username, target, act, address, time }) =>
        `${username} ${target?.name} ${act} ${address}` === 'keeper role-4 signIn 10.0.0.1' &&
        time >= timeAtMinute(300) &&
        time < timeAtMinute(9000),
    ],
  };
  let allEntries: Entry[];
  beforeAll(async () => {
    allEntries = await readAllPages({});
    expect(allEntries).toHaveLength(ENTRY_COUNT);
  });

  test.each(Object.entries(filterCases))('by %s', async (_, [filter, matches]) => {
    const expected = allEntries.filter(matches);
    expect(expected.length).toBeGreaterThan(0);
    expect(await readAllPages(filter)).toEqual(expected);
    expect(await list(filter)).toMatchObject({ total: Math.min(expected.length, 10_000), totalCapped: false });
  });

  test('without matches return an empty page', async () => {
    const emptyPage = { items: [], nextCursor: null, total: 0, totalCapped: false };
    for (const filter of [{ user: 'nobody' }, { user: 'keeper', act: 'userDeleted' as const }, { to: timeAtMinute(0) }])
      expect(await list(filter)).toEqual(emptyPage);
  });

  test.each(['user', 'about', 'address'] as const)('SQL in %s matches nothing', async (name) => {
    for (const value of ["' OR 1=1 -- ", '" OR ""="', "keeper' UNION SELECT 1 --", '%', '\\'])
      expect(await list({ [name]: value })).toMatchObject({ items: [], total: 0 });
  });

  test.each(['act', 'from', 'to', 'cursor', 'limit'] as const)('SQL in %s is refused', async (name) => {
    for (const value of ["' OR 1=1 -- ", '1 OR 1=1', '1; DROP TABLE user_log']) {
      const query = { [name]: value } as object;
      const { fields } = await reader.expectRefusal('listUserLogs', { query }, 'validationError');
      expect(fields).toMatchObject([{ pointer: `/query/${name}` }]);
    }
  });
});

test('counting stops at 10,000', async () => {
  expect(await list()).toMatchObject({ total: 10_000, totalCapped: true });
});

test('pages neither miss nor repeat an entry while others are written', async () => {
  const idsBefore = (await readAllPages({ user: 'person-2' })).map(({ id }) => id);
  const actingUser = { userId: 1, username: 'person-2', address: '10.0.0.1', client: 'x' };
  const foundEntries = await readAllPages({ user: 'person-2' }, () =>
    logAct(service.db, { ...actingUser, act: 'signIn' }),
  );
  expect(foundEntries.map(({ id }) => id)).toEqual(idsBefore);
  const datedEntry = {
    ...actingUser,
    user_id: 1,
    userId: undefined,
    act: 'signIn',
    time: new Date(LOG_START_MS + 120_000),
  };
  const { userId, ...entryColumns } = datedEntry;
  // Many entries have the same time.
  await service.db('user_log').insert(Array.from({ length: 250 }, () => entryColumns));
  const ids = (await readAllPages({ from: timeAtMinute(2), to: timeAtMinute(3) })).map(({ id }) => id);
  expect(ids).toHaveLength(251);
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
});

test('a cursor at a removed entry returns an empty page', async () => {
  const { nextCursor } = await list({ limit: 1 });
  await service.db('user_log').where('id', nextCursor).delete();
  expect(await list({ cursor: String(nextCursor) })).toMatchObject({ items: [], nextCursor: null });
});
