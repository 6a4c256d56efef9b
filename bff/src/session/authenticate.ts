import type { KeyObject } from 'node:crypto';
import type { Context } from 'koa';
import type { Settings } from '#config/settings.ts';
import { type Database, now } from '#database';
import { isOutOfReach } from '#http/errors.ts';
import type { Caller } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';
import { createReadOpenSession, type OpenSession } from './open-session.ts';
import { createReadToken } from './tokens.ts';

export interface CallerDeps {
  db: Database;
  settings: Pick<Settings, 'current'>;
  /** What the session's user may do now; undefined where the session no longer is enough. */
  loadCaller(session: OpenSession): Promise<Caller | undefined>;
}

const seenEvery = 60_000;

/** Who calls, by a bearer token whose session is open and whose user is active; anything else is `unauthorized`. */
export function createAuthenticate({ jwtSecrets, ...deps }: CallerDeps & { jwtSecrets: KeyObject[] }) {
  const readToken = createReadToken(jwtSecrets);
  const callerOf = createCallerOf(deps);
  return async (ctx: Context): Promise<Caller> => {
    const claims = await readToken(ctx);
    if (!claims) throw new Problem('unauthorized');
    return callerOf(claims.sessionId, claims.userId);
  };
}

/** Who calls, by a session of theirs that is still good; throws `unauthorized`. `unseen`: it is no sign that they are there. */
export function createCallerOf({ db, settings, loadCaller }: CallerDeps, { unseen = false } = {}) {
  const readOpenSession = createReadOpenSession(db);
  return async (sessionId: string, userId: string): Promise<Caller> => {
    const { sessionIdleMinutes } = await settings.current();
    const session = await readOpenSession(sessionId);
    if (!session || String(session.userId) !== userId) throw new Problem('unauthorized');
    const [idleFor, mostIdle] = [session.idleMs, sessionIdleMinutes * 60_000];
    if (mostIdle > 0 && idleFor > mostIdle) throw new Problem('unauthorized');
    if (!unseen && idleFor > Math.min(seenEvery, mostIdle / 4 || seenEvery))
      await touch(db, session).catch(ignoreUnwritten);
    const caller = await loadCaller(session);
    if (!caller) throw new Problem('unauthorized');
    return caller;
  };
}

/** A request that only reads is answered even where nothing can be written at the moment. */
function ignoreUnwritten(error: unknown): void {
  if (!isOutOfReach(error)) throw error;
}

async function touch(db: Database, { id, userId }: OpenSession): Promise<void> {
  await db('session')
    .where({ id })
    .update({ last_seen: now(db) });
  await db('user')
    .where('id', userId)
    .update({ last_seen: now(db) });
}
