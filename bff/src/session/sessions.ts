import { randomUUID } from 'node:crypto';
import { type Database, fromNow, now, type Transaction } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';
import { voidTokens } from './one-time-tokens.ts';

/** The client of a request. */
export interface ClientInfo {
  address: string;
  client: string;
}

interface SessionOptions extends ClientInfo {
  /** Milliseconds. */
  lifetime: number;
  /** The session ends at this time at the latest. */
  notAfter?: Date;
  secondFactor?: boolean;
  /** The role that a read-only session previews. */
  previewRoleId?: number;
}

/** Opens a session. */
export async function openSession(db: Database, userId: number, options: SessionOptions) {
  const { address, client, lifetime, secondFactor = false, previewRoleId = null, notAfter } = options;
  const id = randomUUID();
  await db('session').insert({
    id,
    user_id: userId,
    create_time: now(db),
    last_seen: now(db),
    expire_time: notAfter ? db.raw('LEAST(?, ?)', [fromNow(db, lifetime), notAfter]) : fromNow(db, lifetime),
    address,
    client,
    second_factor: secondFactor,
    preview_role_id: previewRoleId,
  });
  await db('user')
    .where('id', userId)
    .update({ last_seen: now(db) });
  // only for the token's expiry, as the database decides whether the session is still valid
  return { id, expire: new Date(Date.now() + lifetime) };
}

const queryOpenSessions = (db: Database, userId: number) =>
  db('session').where('user_id', userId).whereNull('revoke_time').where('expire_time', '>', now(db));

export async function listOpenSessions(db: Database, userId: number, currentId: string): Promise<Schemas['Session'][]> {
  const rows = await queryOpenSessions(db, userId).orderBy('create_time', 'desc');
  return rows.map((row) => ({
    id: row.id,
    createTime: row.create_time.toISOString(),
    lastSeen: row.last_seen.toISOString(),
    expireTime: row.expire_time.toISOString(),
    address: row.address,
    client: row.client,
    current: row.id === currentId,
  }));
}

/** Ends one session of this user, or all of them; returns how many were open. */
export const revokeSessions = (db: Database, userId: number, id?: string): Promise<number> =>
  queryOpenSessions(db, userId)
    .modify((query) => id && query.where('id', id))
    .update({ revoke_time: now(db) });

/** Revokes all access of a user: sessions, sign-ins waiting for a code, and links for resetting the password. */
export async function revokeAllAccess(trx: Transaction, userId: number): Promise<void> {
  await revokeSessions(trx, userId);
  await voidTokens(trx, ['reset', 'challenge', 'enrolment'], userId);
}

/** Locks the caller's account. @throws Problem `unauthorized` if the session has ended during the request */
export async function lockOwnSession(
  trx: Transaction,
  { id, sessionId }: Pick<Caller, 'id' | 'sessionId'>,
): Promise<{ secondFactor: boolean; expire: Date }> {
  await trx('user').where({ id }).forUpdate().select('id');
  const session = await queryOpenSessions(trx, id).where('id', sessionId).first('second_factor', 'expire_time');
  if (!session) throw new Problem('unauthorized');
  return { secondFactor: session.second_factor === 1, expire: session.expire_time };
}

/** Ends all previews that a user has opened, in any of their sessions. */
export const revokePreviewSessions = (db: Database, userId: number): Promise<number> =>
  queryOpenSessions(db, userId)
    .whereNotNull('preview_role_id')
    .update({ revoke_time: now(db) });

/** Ends all sessions of a user except one; returns how many were open. */
export const revokeOtherSessions = (db: Database, userId: number, currentId: string): Promise<number> =>
  queryOpenSessions(db, userId)
    .whereNot('id', currentId)
    .update({ revoke_time: now(db) });
