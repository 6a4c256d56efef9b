import { randomUUID } from 'node:crypto';
import { type Database, fromNow, now, type Transaction } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';
import { voidTokens } from './one-time-tokens.ts';

export interface Origin {
  address: string;
  client: string;
}

interface SessionOptions extends Origin {
  /** Milliseconds. */
  lifetime: number;
  /** It ends then at the latest. */
  notAfter?: Date;
  secondFactor?: boolean;
  /** The role through whose eyes it sees, read-only. */
  previewRoleId?: number;
}

export async function openSession(db: Database, userId: number, opening: SessionOptions) {
  const { address, client, lifetime, secondFactor = false, previewRoleId = null, notAfter } = opening;
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
  // for the token's own end: whether the session is still good, the database decides
  return { id, expire: new Date(Date.now() + lifetime) };
}

const openSessions = (db: Database, userId: number) =>
  db('session').where('user_id', userId).whereNull('revoke_time').where('expire_time', '>', now(db));

export async function listOpenSessions(db: Database, userId: number, currentId: string): Promise<Schemas['Session'][]> {
  const rows = await openSessions(db, userId).orderBy('create_time', 'desc');
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

/** Ends one session of this user, or all of them; answers how many were open. */
export const revokeSessions = (db: Database, userId: number, id?: string): Promise<number> =>
  openSessions(db, userId)
    .modify((query) => id && query.where('id', id))
    .update({ revoke_time: now(db) });

/** Ends all that a user has come in by, or might: sessions, sign-ins that wait for a code, links that reset the password. */
export async function revokeAllAccess(trx: Transaction, userId: number): Promise<void> {
  await revokeSessions(trx, userId);
  await voidTokens(trx, ['reset', 'challenge', 'enrolment'], userId);
}

/** Locks the caller's account; throws `unauthorized` where the session has ended since the call began. */
export async function lockOwnSession(
  trx: Transaction,
  { id, sessionId }: Pick<Caller, 'id' | 'sessionId'>,
): Promise<{ secondFactor: boolean; expire: Date }> {
  await trx('user').where({ id }).forUpdate().select('id');
  const session = await openSessions(trx, id).where('id', sessionId).first('second_factor', 'expire_time');
  if (!session) throw new Problem('unauthorized');
  return { secondFactor: session.second_factor === 1, expire: session.expire_time };
}

/** Ends the previews that a user has opened, in whichever of their sessions. */
export const revokePreviews = (db: Database, userId: number): Promise<number> =>
  openSessions(db, userId)
    .whereNotNull('preview_role_id')
    .update({ revoke_time: now(db) });

export const revokeOtherSessions = (db: Database, userId: number, keptId: string): Promise<number> =>
  openSessions(db, userId)
    .whereNot('id', keptId)
    .update({ revoke_time: now(db) });
