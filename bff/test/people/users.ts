import { expect, vi } from 'vitest';
import type { Transaction } from '../../src/database/database.ts';
import type { ErrorKey, Schemas } from '../../src/http/contract.ts';
import type { Client } from '../kit/client.ts';
import { insertRole, insertUser } from '../kit/database/insert-users.ts';
import type { Service } from '../kit/service.ts';

export type Account = Schemas['Account'];
export type UserBody = Schemas['UserBody'];
type UserTransition = Schemas['UserTransition'];

let userCount = 0;

/** Builds a valid body of a new user. */
export function newUserBody(changes: Partial<UserBody> = {}): UserBody {
  const username = `person-${++userCount}`;
  return {
    username,
    displayName: `Person ${userCount}`,
    email: `${username}@gazetteer.example`,
    roles: [],
    ...changes,
  };
}

/** Returns the body of an update, which has the user's editable fields with `changes`. */
export const bodyFrom = (
  { username, displayName, email, roles }: Account,
  changes: Partial<UserBody> = {},
): UserBody => ({
  username,
  displayName,
  email,
  roles: roles.map(({ name }) => name),
  ...changes,
});

/** Creates functions that call the operations of users through a client with the version of the given account. */
export const createUserClient = (client: Client) => {
  const versionedPath = ({ id, version }: Pick<Account, 'id' | 'version'>) => ({ path: { id }, ifMatch: version });
  const updateParts = (account: Account, change: Partial<UserBody>) => ({
    ...versionedPath(account),
    body: bodyFrom(account, change),
  });
  return {
    versionedPath,
    create: async (change: Partial<UserBody> = {}): Promise<Account> =>
      (await client.ok('createUser', { body: newUserBody(change) }, 201)).record,
    get: async (id: number): Promise<Account> => (await client.ok('getUser', { path: { id } })).record,
    update: async (account: Account, change: Partial<UserBody>): Promise<Account> =>
      (await client.ok('updateUser', updateParts(account, change))).record,
    transition: async (account: Account, body: UserTransition): Promise<Account> =>
      (await client.ok('transitionUser', { ...versionedPath(account), body })).record,
    delete: (account: Account) => client.ok('deleteUser', versionedPath(account)),
    expectRefusal: {
      create: (change: Partial<UserBody>, key: ErrorKey) =>
        client.expectRefusal('createUser', { body: newUserBody(change) }, key),
      update: (account: Account, change: Partial<UserBody>, key: ErrorKey) =>
        client.expectRefusal('updateUser', updateParts(account, change), key),
      transition: (account: Account, body: UserTransition, key: ErrorKey) =>
        client.expectRefusal('transitionUser', { ...versionedPath(account), body }, key),
      delete: (account: Account, key: ErrorKey) => client.expectRefusal('deleteUser', versionedPath(account), key),
    },
  };
};

/** Inserts a role with these permissions and returns its name. */
export async function createRoleWith({ db }: Service, ...permissions: string[]): Promise<string> {
  const id = await insertRole(db, permissions);
  return (await db('role').where({ id }).first('name')).name;
}

/** Inserts a user by SQL and reads it as the administrator. */
export async function insertAndReadUser(
  service: Service,
  columns: Record<string, unknown> = {},
  ...permissions: string[]
) {
  const { id } = await insertUser(service.db, permissions, columns);
  return createUserClient(await service.as('admin')).get(id);
}

/** Reads the log entries about a user, oldest first. */
export async function readLogOfUser({ db }: Service, userId: number) {
  const rows = await db('user_log').where({ target_kind: 'user', target_id: userId }).orderBy('id');
  return rows.map(({ act, username, details }) => ({ act, username, details: JSON.parse(details) }));
}

/** Reads the queued emails to an address. */
export const readQueuedEmails = async ({ db }: Service, address: string) =>
  (await db('mail_outbox').where({ address }).orderBy('id')).map(({ kind, language, data }) => ({
    kind,
    language,
    data: JSON.parse(data),
  }));

const lockRoles = (trx: Transaction) => trx('role').select('id').forUpdate();

/** The number of statements that the service sends at once if they wait for the same table. */
const CONNECTIONS_PER_LOCKED_TABLE = 3;

/** Starts the calls while their rows are locked, waits until they all wait or as many as may, releases the lock and returns their answers. */
export async function runConcurrently<T>(
  { db }: Service,
  calls: (() => Promise<T>)[],
  lockRows: (trx: Transaction) => PromiseLike<unknown> = lockRoles,
): Promise<T[]> {
  const listWaitingStatements = () =>
    db('information_schema.processlist')
      .whereRaw('db = database() and id <> connection_id()')
      .whereILike('info', '%for update');
  const holder = await db.transaction();
  try {
    await lockRows(holder);
    const replies = calls.map((call) => call());
    const expectedWaits = Math.min(calls.length, CONNECTIONS_PER_LOCKED_TABLE);
    await vi.waitFor(async () => expect(await listWaitingStatements()).toHaveLength(expectedWaits), {
      timeout: 30_000,
      interval: 10,
    });
    await holder.rollback();
    return await Promise.all(replies);
  } finally {
    if (!holder.isCompleted()) await holder.rollback();
  }
}

/** Builds a valid body of a registration. */
export function registrationBody(change: Partial<Schemas['Registration']> = {}): Schemas['Registration'] {
  const username = `guest-${++userCount}`;
  const password = 'correct horse battery';
  return { username, email: `${username}@post.example`, displayName: `林薇 ${userCount}`, password, ...change };
}

/** Returns the header of a proxy with a client address that no other request has. */
export const uniqueAddressHeader = () => {
  userCount++;
  return { 'X-Forwarded-For': `10.${(userCount >> 16) & 255}.${(userCount >> 8) & 255}.${userCount & 255}` };
};
