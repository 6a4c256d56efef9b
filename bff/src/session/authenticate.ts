import type { KeyObject } from 'node:crypto';
import type { Context } from 'koa';
import koaJwt from 'koa-jwt';
import type { Database } from '#database';
import type { Caller } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';

export interface AuthenticateDeps {
  db: Database;
  jwtSecret: KeyObject;
  loadCaller(userId: number, sessionId: string): Promise<Caller>;
}

const seenEvery = 60_000;

/** Who calls, by a bearer token whose session is open and whose user is active; anything else is `unauthorized`. */
export function createAuthenticate({ db, jwtSecret, loadCaller }: AuthenticateDeps) {
  // koa-jwt's types know strings and buffers only; jsonwebtoken below it takes a KeyObject
  const readToken = koaJwt({ secret: jwtSecret as unknown as Buffer, algorithms: ['HS256'], key: 'token' });
  return async (ctx: Context): Promise<Caller> => {
    try {
      await readToken(ctx, async () => undefined);
    } catch {
      throw new Problem('unauthorized');
    }
    const { sid: sessionId, sub } = ctx.state.token;
    if (typeof sessionId !== 'string') throw new Problem('unauthorized');
    const session = await db('session')
      .join('user', 'user.id', 'session.user_id')
      .where({ 'session.id': sessionId, 'user.status': 'active' })
      .whereNull('session.revoke_time')
      .where('session.expire_time', '>', new Date())
      .first('session.user_id', 'session.last_seen');
    if (!session || String(session.user_id) !== sub) throw new Problem('unauthorized');
    if (Date.now() - session.last_seen.getTime() > seenEvery) await touch(db, sessionId, session.user_id);
    return loadCaller(session.user_id, sessionId);
  };
}

async function touch(db: Database, sessionId: string, userId: number): Promise<void> {
  const now = new Date();
  await db('session').where('id', sessionId).update({ last_seen: now });
  await db('user').where('id', userId).update({ last_seen: now });
}
