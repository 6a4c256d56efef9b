import type { KeyObject } from 'node:crypto';
import DataLoader from 'dataloader';
import jwt from 'jsonwebtoken';
import type { Context } from 'koa';
import koaJwt, { type Options } from 'koa-jwt';
import type { Settings } from '#config/settings.ts';
import { type Database, executePrepared, now } from '#database';
import { isDatabaseUnavailable } from '#http/errors.ts';
import type { Caller } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';

export interface CallerDeps {
  db: Database;
  settings: Pick<Settings, 'current'>;
  /** Loads the caller with their current rights; undefined if the session no longer suffices. */
  loadCaller(session: OpenSession): Promise<Caller | undefined>;
}

const SEEN_INTERVAL_MS = 60_000;

/** Creates a function that returns the caller of a bearer token with an open session of an active user. @throws Problem unauthorized */
export function createAuthenticate({ jwtSecrets, ...deps }: CallerDeps & { jwtSecrets: KeyObject[] }) {
  const readToken = createReadToken(jwtSecrets);
  const authenticateSession = createSessionAuthenticator(deps);
  return async (ctx: Context): Promise<Caller> => {
    const claims = await readToken(ctx);
    if (!claims) throw new Problem('unauthorized');
    return authenticateSession(claims.sessionId, claims.userId);
  };
}

/** Creates a function that returns the caller of an open session. `recordsNoActivity` is for calls without a user's action. @throws Problem unauthorized */
export function createSessionAuthenticator(
  { db, settings, loadCaller }: CallerDeps,
  { recordsNoActivity = false } = {},
) {
  const readOpenSession = createReadOpenSession(db);
  return async (sessionId: string, userId: string): Promise<Caller> => {
    const { sessionIdleMinutes } = await settings.current();
    const session = await readOpenSession(sessionId);
    if (!session || String(session.userId) !== userId) throw new Problem('unauthorized');
    const [idleMs, maxIdleMs] = [session.idleMs, sessionIdleMinutes * 60_000];
    if (maxIdleMs > 0 && idleMs > maxIdleMs) throw new Problem('unauthorized');
    if (!recordsNoActivity && idleMs > Math.min(SEEN_INTERVAL_MS, maxIdleMs / 4 || SEEN_INTERVAL_MS))
      await recordActivity(db, session).catch(ignoreUnreachable);
    const caller = await loadCaller(session);
    if (!caller) throw new Problem('unauthorized');
    return caller;
  };
}

/** Ignores an unavailable database, so that reading still works while nothing can be written. */
function ignoreUnreachable(error: unknown): void {
  if (!isDatabaseUnavailable(error)) throw error;
}

async function recordActivity(db: Database, { id, userId }: OpenSession): Promise<void> {
  await db('session')
    .where({ id })
    .update({ last_seen: now(db) });
  await db('user')
    .where('id', userId)
    .update({ last_seen: now(db) });
}

/** A role with its version, which changes whenever the role or its permissions change. */
export interface RoleVersion {
  id: number;
  version: number;
}

/** An open session of an active user, with the user's roles. */
export interface OpenSession {
  id: string;
  userId: number;
  username: string;
  /** The time since the last activity. */
  idleMs: number;
  /** Whether it was opened with a second factor. */
  secondFactor: boolean;
  roles: RoleVersion[];
  previewRoleId: number | null;
  /** The role that a read-only session previews; empty if that role was deleted. */
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
const SELECT_OPEN_SESSIONS = `
  SELECT session.id, session.user_id, user.username, session.second_factor, session.preview_role_id,
    TIMESTAMPDIFF(MICROSECOND, session.last_seen, NOW(3)) DIV 1000 AS idle, role.id AS role_id, role.version AS role_version, seen.version AS seen_version
  FROM session JOIN user ON user.id = session.user_id
    LEFT JOIN user_role ON user_role.user_id = user.id LEFT JOIN role ON role.id = user_role.role_id
    LEFT JOIN role AS seen ON seen.id = session.preview_role_id
  WHERE user.status = 'active' AND session.revoke_time IS NULL AND session.expire_time > NOW(3) AND session.id`;

const MAX_BATCH = 16;

/**
 * Creates a function that reads an open session; undefined if it is not open. Sessions are not cached, so that revocation takes effect at
 * once; reads in the same turn of the event loop share a statement.
 */
export function createReadOpenSession(db: Database): (id: string) => Promise<OpenSession | undefined> {
  const loader = new DataLoader((ids: readonly string[]) => readSessions(db, ids), {
    cache: false,
    maxBatchSize: MAX_BATCH,
    // runs after all requests that have already arrived
    batchScheduleFn: (readAll) => void setImmediate(readAll),
  });
  return (id) => loader.load(id);
}

async function readSessions(db: Database, ids: readonly string[]): Promise<(OpenSession | undefined)[]> {
  const paddedIds = padToPowerOfTwo([...new Set(ids)]);
  const placeholders = paddedIds.map(() => '?').join();
  const rows = await executePrepared<SessionRow[]>(db, `${SELECT_OPEN_SESSIONS} IN (${placeholders})`, paddedIds);
  return ids.map((id) => toSession(rows.filter((row) => row.id === id)));
}

/** Pads the list to a power of two, so that only a few statements are prepared. */
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

/** Signs the bearer token of a session. The secret is a KeyObject, as jsonwebtoken would derive a key from a string on every call. */
export const signToken = (secret: KeyObject, sessionId: string, userId: number, expire: Date) =>
  jwt.sign({ sid: sessionId, exp: Math.floor(expire.getTime() / 1000) }, secret, {
    algorithm: ALGORITHM,
    subject: String(userId),
  });

/** The content of a session's token. */
interface Claims {
  sessionId: string;
  userId: string;
}

/**
 * Creates a function that reads a request's bearer token; undefined if it is missing, expired, or not signed with one of these secrets.
 */
function createReadToken(secrets: KeyObject[]): (ctx: Context) => Promise<Claims | undefined> {
  const options = { secret: secrets, algorithms: [ALGORITHM], key: 'claims', passthrough: true };
  // the cast: the types do not allow a KeyObject, which the underlying jsonwebtoken accepts
  const verify = koaJwt(options as unknown as Options);
  return async (ctx) => {
    await verify(ctx, async () => undefined);
    const { sid, sub, exp }: jwt.JwtPayload = ctx.state.claims ?? {};
    // the library accepts tokens without an expiry
    if (typeof sid !== 'string' || typeof exp !== 'number') return undefined;
    return { sessionId: sid, userId: String(sub) };
  };
}
