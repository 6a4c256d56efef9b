import type { KeyObject } from 'node:crypto';
import type { Context } from 'koa';
import koaJwt from 'koa-jwt';
import type { Settings } from '#config/settings.ts';
import type { Database } from '#database';
import type { Caller } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';

export interface SessionState {
  id: string;
  userId: number;
  username: string;
  previewRoleId: number | null;
  secondFactor: boolean;
}

export interface CallerDeps {
  db: Database;
  settings: Pick<Settings, 'current'>;
  /** What the session's user may do now; undefined where the session no longer is enough. */
  loadCaller(session: SessionState): Promise<Caller | undefined>;
}

const seenEvery = 60_000;

/** Who calls, by a bearer token whose session is open and whose user is active; anything else is `unauthorized`. */
export function createAuthenticate({ jwtSecret, ...deps }: CallerDeps & { jwtSecret: KeyObject }) {
  // koa-jwt's types know strings and buffers only; jsonwebtoken below it takes a KeyObject
  const readToken = koaJwt({ secret: jwtSecret as unknown as Buffer, algorithms: ['HS256'], key: 'token' });
  const callerOf = createCallerOf(deps);
  return async (ctx: Context): Promise<Caller> => {
    try {
      await readToken(ctx, async () => undefined);
    } catch {
      throw new Problem('unauthorized');
    }
    const { sid: sessionId, sub } = ctx.state.token;
    if (typeof sessionId !== 'string') throw new Problem('unauthorized');
    return callerOf(sessionId, String(sub));
  };
}

/** Who calls, by a session of theirs that is still good; throws `unauthorized`. `unseen`: it is no sign that they are there. */
export function createCallerOf({ db, settings, loadCaller }: CallerDeps, { unseen = false } = {}) {
  return async (sessionId: string, userId: string): Promise<Caller> => {
    const { sessionIdleMinutes } = await settings.current();
    const session = await db('session')
      .join('user', 'user.id', 'session.user_id')
      .where({ 'session.id': sessionId, 'user.status': 'active' })
      .whereNull('session.revoke_time')
      .where('session.expire_time', '>', new Date())
      .first('user_id', 'username', 'session.last_seen', 'preview_role_id', 'second_factor');
    if (!session || String(session.user_id) !== userId) throw new Problem('unauthorized');
    const [idleFor, mostIdle] = [Date.now() - session.last_seen.getTime(), sessionIdleMinutes * 60_000];
    if (mostIdle > 0 && idleFor > mostIdle) throw new Problem('unauthorized');
    if (!unseen && idleFor > Math.min(seenEvery, mostIdle / 4 || seenEvery))
      await touch(db, sessionId, session.user_id);
    const caller = await loadCaller({
      id: sessionId,
      userId: session.user_id,
      username: session.username,
      previewRoleId: session.preview_role_id,
      secondFactor: session.second_factor === 1,
    });
    if (!caller) throw new Problem('unauthorized');
    return caller;
  };
}

async function touch(db: Database, sessionId: string, userId: number): Promise<void> {
  const now = new Date();
  await db('session').where('id', sessionId).update({ last_seen: now });
  await db('user').where('id', userId).update({ last_seen: now });
}
