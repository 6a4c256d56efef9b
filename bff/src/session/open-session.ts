import DataLoader from 'dataloader';
import { type Database, prepared } from '#database';

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
  seen?: RoleVersion[];
}

interface Row {
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
const open = `
  SELECT session.id, session.user_id, user.username, session.second_factor, session.preview_role_id,
    TIMESTAMPDIFF(MICROSECOND, session.last_seen, NOW(3)) DIV 1000 AS idle, role.id AS role_id, role.version AS role_version, seen.version AS seen_version
  FROM session JOIN user ON user.id = session.user_id
    LEFT JOIN user_role ON user_role.user_id = user.id LEFT JOIN role ON role.id = user_role.role_id
    LEFT JOIN role AS seen ON seen.id = session.preview_role_id
  WHERE user.status = 'active' AND session.revoke_time IS NULL AND session.expire_time > NOW(3) AND session.id`;

const mostTogether = 16;

/**
 * Reads a session as it is now, undefined where it is not open. Each request asks anew, so that what is revoked anywhere ends at
 * once; those that come in the same turn of the event loop share a statement.
 */
export function createReadOpenSession(db: Database): (id: string) => Promise<OpenSession | undefined> {
  const loader = new DataLoader((ids: readonly string[]) => read(db, ids), {
    cache: false,
    maxBatchSize: mostTogether,
    // after all that has come in by now
    batchScheduleFn: (readAll) => void setImmediate(readAll),
  });
  return (id) => loader.load(id);
}

async function read(db: Database, ids: readonly string[]): Promise<(OpenSession | undefined)[]> {
  const asked = filledUp([...new Set(ids)]);
  const marks = asked.map(() => '?').join();
  const rows = await prepared<Row[]>(db, `${open} IN (${marks})`, asked);
  return ids.map((id) => toSession(rows.filter((row) => row.id === id)));
}

/** To a power of two, so that few statements are prepared. */
function filledUp(ids: string[]): string[] {
  const [first = ''] = ids;
  return [...ids, ...Array(2 ** Math.ceil(Math.log2(ids.length)) - ids.length).fill(first)];
}

function toSession(rows: Row[]): OpenSession | undefined {
  const [row] = rows;
  if (!row) return undefined;
  return {
    id: row.id,
    userId: row.user_id,
    username: row.username,
    idleMs: Number(row.idle),
    secondFactor: row.second_factor === 1,
    roles: rows.flatMap(({ role_id, role_version }) => role(role_id, role_version)),
    previewRoleId: row.preview_role_id,
    ...(row.preview_role_id === null ? {} : { seen: role(row.preview_role_id, row.seen_version) }),
  };
}

const role = (id: number | null, version: number | null): RoleVersion[] =>
  id === null || version === null ? [] : [{ id, version }];
