import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Reply } from '../kit/client.ts';
import { candidateCodes } from '../kit/complete-bodies.ts';
import { insertRole, insertUser } from '../kit/database/insert-users.ts';
import { callWhileLocked } from '../kit/database/lock-waits.ts';
import { demoPassword as password, type Service, startService } from '../kit/service.ts';

let service: Service;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

interface Race {
  call(): Promise<Reply>;
  remove(): Promise<unknown>;
}

const prepareUserDeletion = (id: number) => () => service.db('user').where({ id }).delete();
const createUserRace = async (
  call: (client: Awaited<ReturnType<Service['clientWith']>>) => Promise<Reply>,
): Promise<Race> => {
  const client = await service.clientWith('country:read', 'country:export', 'role:read');
  return { call: () => call(client), remove: prepareUserDeletion(client.id) };
};
const newPassword = 'correct horse battery';
const createCountry = async (code: string): Promise<number> => {
  const admin = await service.as('admin');
  return (await admin.ok('createCountry', { body: { code, name: code } }, 201)).record.id;
};
const createCity = async (code: string, country: string) =>
  (await service.as('admin')).call('createCity', { body: { code, name: code, country } });
const listFreeCodes = async () => {
  const existingCodes = await service.db('country').pluck('code');
  return candidateCodes.Country.filter((code) => !existingCodes.includes(code));
};

/** Each race with the statuses that the call may have in either order. */
const races: [string, number[], (index: number) => Promise<Race>][] = [
  [
    'a preview and its user',
    [201, 401],
    async () => {
      const id = await insertRole(service.db, ['country:read']);
      return createUserRace((client) => client.call('previewRole', { path: { id } }));
    },
  ],
  [
    'a preview and its role',
    [201, 404],
    async () => {
      const id = await insertRole(service.db, ['country:read']);
      const admin = await service.as('admin');
      const remove = () => service.db('role').where({ id }).delete();
      return { call: () => admin.call('previewRole', { path: { id } }), remove };
    },
  ],
  [
    'a sign-in and its user',
    [200, 422],
    async () => {
      const { id, username } = await insertUser(service.db, []);
      return {
        call: () => service.anonymous.call('login', { body: { username, password } }),
        remove: prepareUserDeletion(id),
      };
    },
  ],
  [
    'a ticket and its user',
    [201, 401],
    () =>
      createUserRace((client) =>
        client.call('createTicket', { body: { path: '/api/v1/countries/export?format=csv' } }),
      ),
  ],
  [
    'a second factor and its user',
    [200, 401],
    () => createUserRace((client) => client.call('beginTotp', { body: { password } })),
  ],
  ['a profile and its user', [200, 401], () => createUserRace((client) => client.call('getProfile'))],
  [
    'a change of the profile and its user',
    [200, 401],
    () =>
      createUserRace((client) =>
        client.call('updateProfile', {
          body: { displayName: 'x', email: `${client.username}@moved.example`, password },
        }),
      ),
  ],
  [
    'a change of the password and its user',
    [200, 401],
    () => createUserRace((client) => client.call('changePassword', { body: { oldPassword: password, newPassword } })),
  ],
  [
    'a user and their role',
    [201, 422],
    async (index) => {
      const name = `vanishing-${index}`;
      const id = await insertRole(service.db, [], { name });
      const admin = await service.as('admin');
      const body = { username: name, displayName: 'x', email: `${name}@gazetteer.example`, roles: [name] };
      return {
        call: () => admin.call('createUser', { body }),
        remove: () => service.db('role').where({ id }).delete(),
      };
    },
  ],
  [
    'a new record and the record that it refers to',
    [201, 422],
    async (index) => {
      const [code = ''] = await listFreeCodes();
      const id = await createCountry(code);
      const admin = await service.as('admin');
      return {
        call: () => createCity(`GONE${index}`, code),
        remove: () => admin.call('deleteCountry', { path: { id }, ifMatch: 1 }),
      };
    },
  ],
  [
    'a deletion and a new record that refers to the deleted one',
    [200, 409],
    async (index) => {
      const [code = ''] = await listFreeCodes();
      const id = await createCountry(code);
      const admin = await service.as('admin');
      return {
        call: () => admin.call('deleteCountry', { path: { id }, ifMatch: 1 }),
        remove: () => createCity(`CAME${index}`, code),
      };
    },
  ],
];

test('a preview of a role that is deleted meanwhile is answered 404', async () => {
  const id = await insertRole(service.db, ['country:read']);
  const admin = await service.as('admin');
  const reply = await callWhileLocked(
    service.db,
    () => admin.call('previewRole', { path: { id } }),
    (trx) => trx('role').where({ id }).delete(),
  );
  expect(reply).toMatchObject({ status: 404 });
});

test('a user who is deleted meanwhile gets no ticket', async () => {
  const client = await service.clientWith('country:read', 'country:export');
  const body = { path: '/api/v1/countries/export?format=csv' };
  const reply = await callWhileLocked(
    service.db,
    () => client.call('createTicket', { body }),
    (trx) => trx('user').where('id', client.id).delete(),
  );
  expect(reply).toMatchObject({ status: 401 });
});

test('a new record is refused at the field that refers to a record deleted meanwhile', async () => {
  const [code = ''] = await listFreeCodes();
  const id = await createCountry(code);
  const reply = await callWhileLocked(
    service.db,
    () => createCity('GONE', code),
    (trx) => trx('country').where({ id }).delete(),
  );
  expect(reply).toMatchObject({ status: 422, data: { fields: [{ pointer: '/country' }] } });
});

test.each(races)(
  '%s: no order of the call and the other write causes a server error',
  { tags: ['slow'] },
  async (_, allowedStatuses, prepareRace) => {
    for (const index of Array.from({ length: ROUNDS }).keys()) {
      const [raceParts, startedAt] = [await prepareRace(index), performance.now()];
      // The first round measures the duration of a call. The deletions of the other rounds are spread over that duration.
      const reply = index === 0 ? await raceParts.call() : await runRace(raceParts, (index / ROUNDS) * callDurationMs);
      if (index === 0) callDurationMs = performance.now() - startedAt;
      expect(reply).toMatchObject({ status: expect.toSatisfy((status) => allowedStatuses.includes(status)) });
    }
  },
);

let callDurationMs = 0;
const ROUNDS = 26;

async function runRace({ call, remove }: Race, delayMs: number): Promise<Reply> {
  const pendingReply = call();
  await new Promise((resolve) => setTimeout(resolve, delayMs));
  const [reply] = await Promise.all([pendingReply, remove()]);
  return reply;
}
