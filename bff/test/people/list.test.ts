import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Query } from '../../src/http/operation-types.ts';
import { insertUser } from '../kit/database/insert-users.ts';
import { type Service, startService } from '../kit/service.ts';
import { createRoleWith, createUserClient, insertAndReadUser } from './users.ts';

let service: Service;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const list = async (query: Query<'listUsers'> = {}) =>
  (await service.as('admin')).ok('listUsers', { query: { pageSize: 100, ...query } });
const listNames = async (query: Query<'listUsers'>) => (await list(query)).items.map(({ username }) => username);

describe('a user', () => {
  test('has the roles with their permissions, and the version as ETag', async () => {
    const { id, username, email } = await insertUser(service.db, ['country:read'], { reason: 'not yet' });
    const admin = await service.as('admin');
    const reply = await admin.call('getUser', { path: { id } });
    expect(reply.headers.get('ETag')).toBe('"1"');
    const record = { id, username, displayName: username, email, status: 'active', reason: 'not yet', version: 1 };
    const commonFields = {
      administrator: false,
      withinReach: true,
      secondFactor: false,
      lastSeen: null,
      openSessions: 0,
    };
    expect(reply.data).toMatchObject({ record: { ...record, ...commonFields, roles: [{ name: expect.any(String) }] } });
    expect(JSON.stringify(reply.data)).not.toContain('$argon2');
  });

  test('is an administrator through the name of a role', async () => {
    const { record } = await (await service.as('admin')).ok('getUser', { path: { id: 1 } });
    expect(record).toMatchObject({ username: 'admin', administrator: true });
  });

  test('counts the sessions that are open', async () => {
    const reader = await service.clientWith('user:read');
    const { db } = service;
    const { id, ...session } = await db('session').where('user_id', reader.id).first();
    const pastTime = new Date(Date.now() - 1000);
    const copies = [{}, { revoke_time: pastTime }, { expire_time: pastTime }];
    await db('session').insert(
      copies.map((change, index) => ({ ...session, id: `${id.slice(0, -1)}-${index}`.slice(-36), ...change })),
    );
    expect(await createUserClient(reader).get(reader.id)).toMatchObject({ openSessions: 2 });
  });

  test('is within reach of a caller with all of their permissions', async () => {
    const reader = createUserClient(await service.clientWith('user:read', 'country:read'));
    const [userWithinReach, userBeyondReach] = [
      await insertAndReadUser(service, {}, 'country:read'),
      await insertAndReadUser(service, {}, 'city:read'),
    ];
    expect([userWithinReach.withinReach, userBeyondReach.withinReach]).toEqual([true, true]);
    expect(await reader.get(userWithinReach.id)).toMatchObject({ withinReach: true });
    expect(await reader.get(userBeyondReach.id)).toMatchObject({ withinReach: false });
    expect(await reader.get(1)).toMatchObject({ withinReach: false, administrator: true });
  });
});

describe('the list', () => {
  test('takes the same number of statements for many users and for one', async () => {
    const admin = await service.as('admin');
    // The minimum of three is taken, because the settings are read again during one of them at most.
    const countStatements = async (work: () => Promise<unknown>) => {
      const counts: number[] = [];
      for (let round = 0; round < 3; round++) counts.push(await service.statementsDuring(work));
      return Math.min(...counts);
    };
    const countListStatements = (q: string) =>
      countStatements(() => admin.ok('listUsers', { query: { pageSize: 100, q } }));
    const statementsForUser = await countStatements(() => admin.ok('getUser', { path: { id: 1 } }));
    const statementsForOne = await countListStatements('viewer@');
    for (let index = 0; index < 20; index++) await insertUser(service.db, ['country:read', 'city:read']);
    const statementsForMany = await countListStatements('@');
    // In addition to the statements for one user, the list counts the users per status.
    expect([statementsForOne, statementsForMany]).toEqual([statementsForUser + 1, statementsForUser + 1]);
  });

  test('is paged by username, with the counts of the filter', async () => {
    const allNames = await listNames({});
    expect(allNames).toEqual(allNames.toSorted());
    const secondPage = await list({ pageSize: 10, page: 2 });
    expect(secondPage).toMatchObject({ page: 2, pageSize: 10, total: allNames.length });
    expect(secondPage.items.map(({ username }) => username)).toEqual(allNames.slice(10, 20));
  });

  test('counts users by status under the other filters', async () => {
    const statuses = ['pending', 'pending', 'rejected', 'inactive', 'invited', 'active'];
    for (const [index, status] of statuses.entries())
      await insertAndReadUser(service, { status, username: `counted-${index}` });
    const counts = { pending: 2, rejected: 1, inactive: 1, invited: 1, active: 1 };
    expect(await list({ q: 'counted-' })).toMatchObject({ total: 6, counts });
    const pendingPage = await list({ q: 'counted-', status: 'pending' });
    expect(pendingPage).toMatchObject({ total: 2, counts });
    expect(pendingPage.items.map(({ status }) => status)).toEqual(['pending', 'pending']);
    expect(await list({ q: 'counted-5', status: 'pending' })).toMatchObject({
      total: 0,
      items: [],
      counts: { active: 1 },
    });
  });

  test('searches parts of username, name and email in any case, and takes wildcards literally', async () => {
    await insertAndReadUser(service, {
      username: 'search.target',
      display_name: '林薇 100%_\\x',
      email: 'Other@post.example',
    });
    for (const q of ['rch.tar', 'SEARCH.T', '薇 1', '100%', '%_', '_\\', '\\x', 'other@POST'])
      expect([q, await listNames({ q })]).toEqual([q, ['search.target']]);
    for (const q of ['%薇', '林_', 'search%target', "' or 1=1 -- ", '\\', '100\\%'])
      expect([q, await listNames({ q })]).toEqual([q, q === '\\' ? ['search.target'] : []]);
  });

  test('filters by role, second factor and last visit', async () => {
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    const role = await createRoleWith(service);
    const { id: role_id } = await service.db('role').where({ name: role }).first('id');
    const lastSeenTimes = { a: hoursAgo(1), b: hoursAgo(25), c: hoursAgo(24 * 8), d: hoursAgo(24 * 31), e: null };
    for (const [name, last_seen] of Object.entries(lastSeenTimes)) {
      const totp_secret = name === 'b' ? 'SECRET' : null;
      const { id } = await insertAndReadUser(service, { username: `seen-${name}`, last_seen, totp_secret });
      await service.db('user_role').insert({ user_id: id, role_id });
    }
    const expectedNames = { day: 'a', week: 'ab', month: 'abc', longer: 'd', never: 'e' };
    for (const [lastSeen, names] of Object.entries(expectedNames)) {
      // Cast: the keys above are values of the contract.
      const foundNames = await listNames({ role, lastSeen: lastSeen as keyof typeof expectedNames });
      expect(foundNames).toEqual([...names].map((name) => `seen-${name}`));
    }
    expect(await listNames({ role, secondFactor: true })).toEqual(['seen-b']);
    expect(await listNames({ role, secondFactor: false })).toEqual(['seen-a', 'seen-c', 'seen-d', 'seen-e']);
    expect(await listNames({ role, sort: '-lastSeen' })).toEqual(
      ['a', 'b', 'c', 'd', 'e'].map((name) => `seen-${name}`),
    );
    for (const value of ['nobody', "x' or '1'='1", '%', '']) expect(await listNames({ role: value })).toEqual([]);
  });

  test('sorts by every column of the contract in both directions', async () => {
    const columns = ['username', 'displayName', 'email', 'status', 'lastSeen', 'createTime', 'updateTime'] as const;
    const { db } = service;
    await insertAndReadUser(service, {
      username: 'sorted-a',
      display_name: 'C',
      email: 'b@x.example',
      last_seen: new Date(2e12),
    });
    await insertAndReadUser(service, {
      username: 'sorted-b',
      display_name: 'B',
      email: 'c@x.example',
      status: 'pending',
    });
    await insertAndReadUser(service, {
      username: 'sorted-c',
      display_name: 'A',
      email: 'a@x.example',
      status: 'inactive',
    });
    await db('user')
      .where('username', 'sorted-a')
      .update({ create_time: new Date(2e12), update_time: new Date(0) });
    const expectedFirstNames = {
      username: 'a',
      displayName: 'c',
      email: 'c',
      status: 'a',
      lastSeen: 'b',
      createTime: 'b',
      updateTime: 'a',
    };
    const expectedLastNames = {
      username: 'c',
      displayName: 'a',
      email: 'b',
      status: 'b',
      lastSeen: 'a',
      createTime: 'a',
      updateTime: 'c',
    };
    for (const column of columns) {
      expect((await listNames({ q: 'sorted-', sort: column }))[0]).toBe(`sorted-${expectedFirstNames[column]}`);
      expect((await listNames({ q: 'sorted-', sort: `-${column}` }))[0]).toBe(`sorted-${expectedLastNames[column]}`);
    }
  });

  test('refuses unknown orders and filters', async () => {
    const admin = await service.as('admin');
    for (const query of [
      'sort=password_hash',
      'sort=id;drop+table+user',
      'status=gone',
      'lastSeen=year',
      'password=x',
      'secondFactor=perhaps',
    ]) {
      const response = await admin.raw('GET', `/dc/api/v1/users?${query}`);
      expect([query, response.status]).toEqual([query, 422]);
    }
  });
});
