import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Client, createClient } from '../kit/client.ts';
import { startStopwatch } from '../kit/cpu-steal.ts';
import { insertRole, insertUser } from '../kit/database/insert-users.ts';
import { type ServiceProcess, startServiceProcess } from '../kit/processes.ts';
import { demoPassword as password, type Service, startService } from '../kit/service.ts';

const secret = 'one secret for all processes of an installation';

let service: Service;
let processes: [ServiceProcess, ServiceProcess];
let username: string;
let id: number;
/** Clients of the two processes with the same session. */
let [firstClient, secondClient]: Client[] = [];

beforeAll(async () => {
  service = await startService();
  const startProcess = () => startServiceProcess(service.databaseUrl, { JWT_SECRET: secret, DEMO: '1' });
  processes = await Promise.all([startProcess(), startProcess()]);
});
afterAll(async () => {
  for (const { child } of processes) child.kill('SIGTERM');
  await Promise.all(processes.map(({ exited }) => exited));
  await service.stop();
});
beforeEach(async () => {
  ({ username, id } = await insertUser(service.db, ['country:read']));
  [firstClient, secondClient] = await signInToBoth(username);
});

/** Signs in at the first process, and returns a client of each process with that session. */
async function signInToBoth(name: string): Promise<[Client, Client]> {
  const [firstProcess, secondProcess] = processes;
  const { token } = await createClient(firstProcess.url).ok('login', { body: { username: name, password } });
  return [createClient(firstProcess.url, token), createClient(secondProcess.url, token)];
}

const statusReader = (client: Client | undefined) => async () => (await client?.call('listCountries'))?.status;

async function expectWithinFiveSeconds(readStatus: () => Promise<number | undefined>, status: number) {
  const elapsedMs = startStopwatch();
  await expect.poll(readStatus, { interval: 50 }).toBe(status);
  expect(elapsedMs()).toBeLessThan(5000);
}

describe('a token becomes invalid in another process within five seconds', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['sign-out', async () => firstClient?.ok('logout')],
    [
      'a change of the password',
      async () =>
        firstClient?.ok('changePassword', { body: { oldPassword: password, newPassword: 'correct horse battery' } }),
    ],
    [
      'deactivation',
      async () => {
        const [admin] = await signInToBoth('admin');
        const { record } = await admin.ok('getUser', { path: { id } });
        await admin.ok('transitionUser', { path: { id }, ifMatch: record.version, body: { event: 'deactivate' } });
      },
    ],
    [
      'an administrator has ended it',
      async () => {
        const [admin] = await signInToBoth('admin');
        await admin.ok('endUserSessions', { path: { id } });
      },
    ],
    [
      'deletion of the user',
      async () => {
        const [admin] = await signInToBoth('admin');
        const { record } = await admin.ok('getUser', { path: { id } });
        await admin.ok('deleteUser', { path: { id }, ifMatch: record.version });
      },
    ],
  ])('after %s', async (_, endSession) => {
    expect(await statusReader(secondClient)()).toBe(200);
    await endSession();
    await expectWithinFiveSeconds(statusReader(secondClient), 401);
    expect(await statusReader(firstClient)()).toBe(401);
  });
});

test('changed permissions apply in another process within five seconds, and change its access version', async () => {
  const versionBefore = (await secondClient?.call('getProfile'))?.headers.get('X-Access-Version');
  const [admin] = await signInToBoth('admin');
  const { record } = await admin.ok('getUser', { path: { id } });
  const [roleId] = record.roles.map((role) => role.id);
  const changePermissions = async (permissions: 'country:read'[]) => {
    const role = (await admin.ok('getRole', { path: { id: Number(roleId) } })).record;
    const { name, displayName } = role;
    await admin.ok('updateRole', {
      path: { id: role.id },
      ifMatch: role.version,
      body: { name, displayName, description: null, permissions },
    });
  };
  await changePermissions([]);
  await expectWithinFiveSeconds(statusReader(secondClient), 403);
  const after = (await secondClient?.call('getProfile'))?.headers.get('X-Access-Version');
  expect(after).not.toBe(versionBefore);
  await changePermissions(['country:read']);
  await expectWithinFiveSeconds(statusReader(secondClient), 200);
  expect((await secondClient?.call('getProfile'))?.headers.get('X-Access-Version')).toBe(versionBefore);
});

test('roles given to a user apply in another process at once', async () => {
  const roleId = await insertRole(service.db, ['city:read']);
  const { name } = await service.db('role').where({ id: roleId }).first('name');
  await secondClient?.expectRefusal('listCities', {}, 'forbidden');
  const [admin] = await signInToBoth('admin');
  const { record } = await admin.ok('getUser', { path: { id } });
  const roles = [...record.roles.map((role) => role.name), name];
  const { displayName, email } = record;
  await admin.ok('updateUser', {
    path: { id },
    ifMatch: record.version,
    body: { username, displayName, email, roles },
  });
  await expectWithinFiveSeconds(async () => (await secondClient?.call('listCities'))?.status, 200);
});
