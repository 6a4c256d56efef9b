import { expect, vi } from 'vitest';
import type { Transaction } from '../../src/database.ts';
import type { ErrorKey, Schemas } from '../../src/http/contract.ts';
import type { Client } from '../kit/client.ts';
import { newRole, newUser } from '../kit/insert-users.ts';
import type { Service } from '../kit/service.ts';

export type Account = Schemas['Account'];
export type UserBody = Schemas['UserBody'];
type Move = Schemas['UserTransition'];

let made = 0;

/** The body of a user that nothing is wrong with. */
export function userBody(change: Partial<UserBody> = {}): UserBody {
  const username = `person-${++made}`;
  return { username, displayName: `Person ${made}`, email: `${username}@gazetteer.example`, roles: [], ...change };
}

/** What of a user a person writes, with a change. */
export const bodyOf = ({ username, displayName, email, roles }: Account, change: Partial<UserBody> = {}): UserBody => ({
  ...{ username, displayName, email, roles: roles.map(({ name }) => name) },
  ...change,
});

/** What one client does with users, each call with the version last read. */
export const usersBy = (client: Client) => {
  const at = ({ id, version }: Pick<Account, 'id' | 'version'>) => ({ path: { id }, ifMatch: version });
  const changed = (account: Account, change: Partial<UserBody>) => ({ ...at(account), body: bodyOf(account, change) });
  return {
    at,
    create: async (change: Partial<UserBody> = {}): Promise<Account> =>
      (await client.ok('createUser', { body: userBody(change) }, 201)).record,
    get: async (id: number): Promise<Account> => (await client.ok('getUser', { path: { id } })).record,
    update: async (account: Account, change: Partial<UserBody>): Promise<Account> =>
      (await client.ok('updateUser', changed(account, change))).record,
    move: async (account: Account, body: Move): Promise<Account> =>
      (await client.ok('transitionUser', { ...at(account), body })).record,
    delete: (account: Account) => client.ok('deleteUser', at(account)),
    refused: {
      create: (change: Partial<UserBody>, key: ErrorKey) =>
        client.refused('createUser', { body: userBody(change) }, key),
      update: (account: Account, change: Partial<UserBody>, key: ErrorKey) =>
        client.refused('updateUser', changed(account, change), key),
      move: (account: Account, body: Move, key: ErrorKey) =>
        client.refused('transitionUser', { ...at(account), body }, key),
      delete: (account: Account, key: ErrorKey) => client.refused('deleteUser', at(account), key),
    },
  };
};

/** The name of a new role that holds these permissions. */
export async function roleHolding({ db }: Service, ...permissions: string[]): Promise<string> {
  const id = await newRole(db, permissions);
  return (await db('role').where({ id }).first('name')).name;
}

/** A user by SQL, as the administrator reads them. */
export async function person(service: Service, columns: Record<string, unknown> = {}, ...permissions: string[]) {
  const { id } = await newUser(service.db, permissions, columns);
  return usersBy(await service.as('admin')).get(id);
}

/** What the log has of a user, in its order. */
export async function logOf({ db }: Service, userId: number) {
  const rows = await db('user_log').where({ target_kind: 'user', target_id: userId }).orderBy('id');
  return rows.map(({ act, username, details }) => ({ act, username, details: JSON.parse(details) }));
}

/** The letters that wait for an address. */
export const postedTo = async ({ db }: Service, address: string) =>
  (await db('mail_outbox').where({ address }).orderBy('id')).map(({ kind, language, data }) => ({
    ...{ kind, language, data: JSON.parse(data) },
  }));

const whoMayDoWhat = (trx: Transaction) => trx('role').select('id').forUpdate();

/** Others wait for their turn before they are sent. */
const CONNECTIONS_PER_LOCKED_TABLE = 3;

/** What the calls answer of which as many as may wait for the same locked rows before any of them goes on. */
export async function atOnce<T>(
  { db }: Service,
  calls: (() => Promise<T>)[],
  rows: (trx: Transaction) => PromiseLike<unknown> = whoMayDoWhat,
): Promise<T[]> {
  const waiting = () =>
    db('information_schema.processlist')
      .whereRaw('db = database() and id <> connection_id()')
      .whereILike('info', '%for update');
  const holder = await db.transaction();
  try {
    await rows(holder);
    const replies = calls.map((call) => call());
    const atMost = Math.min(calls.length, CONNECTIONS_PER_LOCKED_TABLE);
    await vi.waitFor(async () => expect(await waiting()).toHaveLength(atMost), { timeout: 30_000, interval: 10 });
    await holder.rollback();
    return await Promise.all(replies);
  } finally {
    if (!holder.isCompleted()) await holder.rollback();
  }
}

/** The body of a registration that nothing is wrong with. */
export function registration(change: Partial<Schemas['Registration']> = {}): Schemas['Registration'] {
  const username = `guest-${++made}`;
  const password = 'correct horse battery';
  return { username, email: `${username}@post.example`, displayName: `林薇 ${made}`, password, ...change };
}

/** A request from an address that nobody else has, through the proxy. */
export const from = () => {
  made++;
  return { 'X-Forwarded-For': `10.${(made >> 16) & 255}.${(made >> 8) & 255}.${made & 255}` };
};
