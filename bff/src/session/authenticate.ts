import type { KeyObject } from 'node:crypto';
import DataLoader from 'dataloader';
import jwt from 'jsonwebtoken';
import type { Context } from 'koa';
import koaJwt, { type Options } from 'koa-jwt';
import type { Settings } from '#config/settings.ts';
import { type Database, executePrepared, now } from '#database';
import { isDatabaseUnreachable } from '#http/errors.ts';
import type { Caller } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';

export interface CallerDeps {
  db: Database;
  settings: Pick<Settings, 'current'>;
  /** What the session's user may do now; undefined where the session no longer is enough. */
  loadCaller(session: OpenSession): Promise<Caller | undefined>;
}

const SEEN_INTERVAL_MS = 60_000;

/** Who calls, by a bearer token whose session is open and whose user is active; anything else is `unauthorized`. */
export function createAuthenticate({ jwtSecrets, ...deps }: CallerDeps & { jwtSecrets: KeyObject[] }) {
  const readToken = createReadToken(jwtSecrets);
  const callerOf = createCallerLoader(deps);
  return async (ctx: Context): Promise<Caller> => {
    const claims = await readToken(ctx);
    if (!claims) throw new Problem('unauthorized');
    return callerOf(claims.sessionId, claims.userId);
  };
}

/** Who calls, by a session of theirs that is still good; throws `unauthorized`. `unseen`: it is no sign that they are there. */
export function createCallerLoader({ db, settings, loadCaller }: CallerDeps, { unseen = false } = {}) {
  const readOpenSession = createReadOpenSession(db);
  return async (sessionId: string, userId: string): Promise<Caller> => {
    const { sessionIdleMinutes } = await settings.current();
    const session = await readOpenSession(sessionId);
    if (!session || String(session.userId) !== userId) throw new Problem('unauthorized');
    const [idleFor, mostIdle] = [session.idleMs, sessionIdleMinutes * 60_000];
    if (mostIdle > 0 && idleFor > mostIdle) throw new Problem('unauthorized');
    if (!unseen && idleFor > Math.min(SEEN_INTERVAL_MS, mostIdle / 4 || SEEN_INTERVAL_MS))
      await recordActivity(db, session).catch(ignoreUnreachable);
    const caller = await loadCaller(session);
    if (!caller) throw new Problem('unauthorized');
    return caller;
  };
}

/** A request that only reads is answered even where nothing can be written at the moment. */
function ignoreUnreachable(error: unknown): void {
  if (!isDatabaseUnreachable(error)) throw error;
}

async function recordActivity(db: Database, { id, userId }: OpenSession): Promise<void> {
  await db('session')
    .where({ id })
    .update({ last_seen: now(db) });
  await db('user')
    .where('id', userId)
    .update({ last_seen: now(db) });
}

/** A role as it was written last: whenever it or its permissions change, so does its version. */
export interface RoleVersion {
  id: number;
  version: number;
}

/** A session that is open, of a user who is active, with the roles that decide on what they may. */
export interface OpenSession {
  id: string;
  userId: number;
  username: string;
  /** How long ago somebody was seen in it, in milliseconds. */
  idleMs: number;
  /** It was opened with a second factor. */
  secondFactor: boolean;
  roles: RoleVersion[];
  previewRoleId: number | null;
  /** It sees with the eyes of this role, and writes nothing; none where that role is gone. */
  previewRole?: RoleVersion[];
}

interface SessionRow {
  id: string;
  user_id: number;
  username: string;
  idle: number;
  second_factor: number;
  preview_role_id: number | null;
  role_id: number | null;
  role_version: number | null;
  seen_version: number | null;
}

// one row for each of the user's roles
const OPEN_SESSIONS = `
  SELECT session.id, session.user_id, user.username, session.second_factor, session.preview_role_id,
    TIMESTAMPDIFF(MICROSECOND, session.last_seen, NOW(3)) DIV 1000 AS idle, role.id AS role_id, role.version AS role_version, seen.version AS seen_version
  FROM session JOIN user ON user.id = session.user_id
    LEFT JOIN user_role ON user_role.user_id = user.id LEFT JOIN role ON role.id = user_role.role_id
    LEFT JOIN role AS seen ON seen.id = session.preview_role_id
  WHERE user.status = 'active' AND session.revoke_time IS NULL AND session.expire_time > NOW(3) AND session.id`;

const MAX_BATCH = 16;

/**
 * Reads a session as it is now, undefined where it is not open. Each request asks anew, so that what is revoked anywhere ends at
 * once; those that come in the same turn of the event loop share a statement.
 */
export function createReadOpenSession(db: Database): (id: string) => Promise<OpenSession | undefined> {
  const loader = new DataLoader((ids: readonly string[]) => readSessions(db, ids), {
    cache: false,
    maxBatchSize: MAX_BATCH,
    // after all that has come in by now
    batchScheduleFn: (readAll) => void setImmediate(readAll),
  });
  return (id) => loader.load(id);
}

async function readSessions(db: Database, ids: readonly string[]): Promise<(OpenSession | undefined)[]> {
  const paddedIds = padToPowerOfTwo([...new Set(ids)]);
  const marks = paddedIds.map(() => '?').join();
  const rows = await executePrepared<SessionRow[]>(db, `${OPEN_SESSIONS} IN (${marks})`, paddedIds);
  return ids.map((id) => toSession(rows.filter((row) => row.id === id)));
}

/** To a power of two, so that few statements are prepared. */
function padToPowerOfTwo(ids: string[]): string[] {
  const [first = ''] = ids;
  return [...ids, ...Array(2 ** Math.ceil(Math.log2(ids.length)) - ids.length).fill(first)];
}

function toSession(rows: SessionRow[]): OpenSession | undefined {
  const [row] = rows;
  if (!row) return undefined;
  return {
    id: row.id,
    userId: row.user_id,
    username: row.username,
    idleMs: Number(row.idle),
    secondFactor: row.second_factor === 1,
    roles: rows.flatMap(({ role_id, role_version }) => toRoleVersions(role_id, role_version)),
    previewRoleId: row.preview_role_id,
    ...(row.preview_role_id === null ? {} : { previewRole: toRoleVersions(row.preview_role_id, row.seen_version) }),
  };
}

const toRoleVersions = (id: number | null, version: number | null): RoleVersion[] =>
  id === null || version === null ? [] : [{ id, version }];

const ALGORITHM = 'HS256';

/** A session's bearer token. A KeyObject, not a string: jsonwebtoken derives a key from a string on every call. */
export const signToken = (secret: KeyObject, sessionId: string, userId: number, expire: Date) =>
  jwt.sign({ sid: sessionId, exp: Math.floor(expire.getTime() / 1000) }, secret, {
    algorithm: ALGORITHM,
    subject: String(userId),
  });

/** What a session's token says. */
interface Claims {
  sessionId: string;
  userId: string;
}

/**
 * Reads the request's bearer token, if `signToken` has signed it by one of these secrets and it still holds; undefined for anything
 * else, for the mount to answer 401.
 */
function createReadToken(secrets: KeyObject[]): (ctx: Context) => Promise<Claims | undefined> {
  const options = { secret: secrets, algorithms: [ALGORITHM], key: 'claims', passthrough: true };
  // its types know secrets as texts and bytes, while jsonwebtoken beneath it takes a KeyObject
  const verify = koaJwt(options as unknown as Options);
  return async (ctx) => {
    await verify(ctx, async () => undefined);
    const { sid, sub, exp }: jwt.JwtPayload = ctx.state.claims ?? {};
    // the library takes a token without an end for one that never ends
    if (typeof sid !== 'string' || typeof exp !== 'number') return undefined;
    return { sessionId: sid, userId: String(sub) };
  };
}
