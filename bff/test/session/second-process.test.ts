import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Client, createClient } from '../kit/client.ts';
import { startStopwatch } from '../kit/cpu-steal.ts';
import { insertRole, insertUser } from '../kit/insert-users.ts';
import { type ServiceProcess, startServiceProcess } from '../kit/processes.ts';
import { demoPassword as password, type Service, startService } from '../kit/service.ts';

const secret = 'one secret for all processes of an installation';

let service: Service;
let processes: [ServiceProcess, ServiceProcess];
let username: string;
let id: number;
/** Signs in at the first process and returns the client of the second. */
let [first, second]: Client[] = [];

beforeAll(async () => {
  service = await startService();
  const start = () => startServiceProcess(service.databaseUrl, { JWT_SECRET: secret, DEMO: '1' });
  processes = await Promise.all([start(), start()]);
});
afterAll(async () => {
  for (const { child } of processes) child.kill('SIGTERM');
  await Promise.all(processes.map(({ exited }) => exited));
  await service.stop();
});
beforeEach(async () => {
  ({ username, id } = await insertUser(service.db, ['country:read']));
  [first, second] = await openInBoth(username);
});

/** One session, as each of the two processes sees it. */
async function openInBoth(name: string): Promise<[Client, Client]> {
  const [one, two] = processes;
  const { token } = await createClient(one.url).ok('login', { body: { username: name, password } });
  return [createClient(one.url, token), createClient(two.url, token)];
}

const statusReader = (client: Client | undefined) => async () => (await client?.call('listCountries'))?.status;

async function expectWithinFiveSeconds(readStatus: () => Promise<number | undefined>, status: number) {
  const elapsedMs = startStopwatch();
  await expect.poll(readStatus, { interval: 50 }).toBe(status);
  expect(elapsedMs()).toBeLessThan(5000);
}

describe('a token becomes invalid in another process within five seconds', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['sign-out', async () => first?.ok('logout')],
    [
      'a change of the password',
      async () =>
        first?.ok('changePassword', { body: { oldPassword: password, newPassword: 'correct horse battery' } }),
    ],
    [
      'deactivation',
      async () => {
        const [admin] = await openInBoth('admin');
        const { record } = await admin.ok('getUser', { path: { id } });
        await admin.ok('transitionUser', { path: { id }, ifMatch: record.version, body: { event: 'deactivate' } });
      },
    ],
    [
      'its end by an administrator',
      async () => {
        const [admin] = await openInBoth('admin');
        await admin.ok('endUserSessions', { path: { id } });
      },
    ],
    [
      'deletion of the user',
      async () => {
        const [admin] = await openInBoth('admin');
        const { record } = await admin.ok('getUser', { path: { id } });
        await admin.ok('deleteUser', { path: { id }, ifMatch: record.version });
      },
    ],
  ])('after %s', async (_, endSession) => {
    expect(await statusReader(second)()).toBe(200);
    await endSession();
    await expectWithinFiveSeconds(statusReader(second), 401);
    expect(await statusReader(first)()).toBe(401);
  });
});

test('changed permissions apply in another process within five seconds, and change its access version', async () => {
  const before = (await second?.call('getProfile'))?.headers.get('X-Access-Version');
  const [admin] = await openInBoth('admin');
  const { record } = await admin.ok('getUser', { path: { id } });
  const [roleId] = record.roles.map((role) => role.id);
  const change = async (permissions: 'country:read'[]) => {
    const role = (await admin.ok('getRole', { path: { id: Number(roleId) } })).record;
    const { name, displayName } = role;
    await admin.ok('updateRole', {
      path: { id: role.id },
      ifMatch: role.version,
      body: { name, displayName, description: null, permissions },
    });
  };
  await change([]);
  await expectWithinFiveSeconds(statusReader(second), 403);
  const after = (await second?.call('getProfile'))?.headers.get('X-Access-Version');
  expect(after).not.toBe(before);
  await change(['country:read']);
  await expectWithinFiveSeconds(statusReader(second), 200);
  expect((await second?.call('getProfile'))?.headers.get('X-Access-Version')).toBe(before);
});

test('roles given to a user apply in another process at once', async () => {
  const roleId = await insertRole(service.db, ['city:read']);
  const { name } = await service.db('role').where({ id: roleId }).first('name');
  await second?.expectRefusal('listCities', {}, 'forbidden');
  const [admin] = await openInBoth('admin');
  const { record } = await admin.ok('getUser', { path: { id } });
  const roles = [...record.roles.map((role) => role.name), name];
  const { displayName, email } = record;
  await admin.ok('updateUser', {
    path: { id },
    ifMatch: record.version,
    body: { username, displayName, email, roles },
  });
  await expectWithinFiveSeconds(async () => (await second?.call('listCities'))?.status, 200);
});
