import { type Connection, createConnection, type RowDataPacket } from 'mysql2';
import { connectionOf, type Database, isStorageFull } from '#database';
import type { Readiness } from '#http/middleware.ts';
import { migrations } from './migrations.gen.ts';

/** Whoever asks is told within this time, whatever the database does. */
const LIMIT_MS = 2000;

/** A migration that was applied, and when the starter set was written. */
export interface SchemaRow {
  name: string;
  /** Of one that drops something: the last migration that a version must know; absent before there was such a column. */
  oldest_version?: string | null;
  seed_time: Date | null;
}

const HOW_TO_MIGRATE = 'Run “node db/dist/migrate.js” of this version; “npm start” does so by itself.';
const NOT_SET_UP: Readiness = { isReady: false, text: `The database is not set up yet. ${HOW_TO_MIGRATE}` };

const STORAGE_FULL: Readiness = {
  isReady: false,
  text: 'The database’s disk is full: nothing can be saved until there is space, which is looked for every few seconds.',
};

/** Whether a version that knows these migrations can work with a database that has those. */
export function judgeSchema(rows: SchemaRow[], known: readonly string[] = migrations): Readiness {
  if (!rows[0]?.seed_time) return NOT_SET_UP;
  const applied = new Set(rows.map(({ name }) => name));
  const missing = known.filter((name) => !applied.has(name));
  if (missing.length > 0)
    return {
      isReady: false,
      text: `The database lacks ${missing.join(', ')}, as it is older than this version. ${HOW_TO_MIGRATE}`,
    };
  const unknown = rows.filter(({ name }) => !known.includes(name));
  if (unknown.length === 0) return { isReady: true, text: 'ready' };
  const names = unknown.map(({ name }) => name).join(', ');
  if (unknown.some(({ oldest_version: oldest }) => oldest && !known.includes(oldest)))
    return {
      isReady: false,
      text: `The database has ${names}, with which this version cannot work: start a later one.`,
    };
  return { isReady: true, text: `ready; the database has ${names} of a later version, beside which this one works` };
}

function judgeError(error: NodeJS.ErrnoException): Readiness {
  if (error.code === 'ER_NO_SUCH_TABLE' || error.code === 'ER_BAD_DB_ERROR') return { ...NOT_SET_UP, error };
  // anybody may read the text: no names of hosts or accounts
  return { isReady: false, text: `The database is out of reach (${error.code ?? 'unknown error'}).`, error };
}

const TIMEOUT_ERROR = Object.assign(new Error(`The database does not answer within ${LIMIT_MS / 1000} seconds.`), {
  code: 'ETIMEDOUT',
});

export interface ReadinessCheck {
  /** Asks the database, on a connection of its own: that of a full pool would say nothing of the database. */
  check(): Promise<Readiness>;
  close(): Promise<void>;
}

/** `databases`: the pools of this process, which know of a full disk. */
export function createReadinessCheck(databaseUrl: string, databases: () => Database[] = () => []): ReadinessCheck {
  let connection: Connection | undefined;
  let checking: Promise<Readiness> | undefined;

  const open = (): Connection => {
    const opened = createConnection({ ...connectionOf(databaseUrl), connectTimeout: LIMIT_MS });
    // whoever asks is told by the statement
    opened.on('error', () => undefined);
    // the server would go on waiting for a table long after nobody asks any more
    opened.query('SET SESSION lock_wait_timeout = 1', () => undefined);
    return opened;
  };
  const readSchema = () =>
    new Promise<SchemaRow[]>((resolve, reject) => {
      connection ??= open();
      const sql =
        'SELECT migration.*, installation.seed_time FROM migration LEFT JOIN installation ON installation.id = 1';
      connection.query<(SchemaRow & RowDataPacket)[]>(sql, (error, rows) => (error ? reject(error) : resolve(rows)));
    });
  const checkWithinLimit = async (): Promise<Readiness> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(TIMEOUT_ERROR), LIMIT_MS);
    });
    try {
      const schema = judgeSchema(await Promise.race([readSchema(), late]));
      return schema.isReady && databases().some(isStorageFull) ? STORAGE_FULL : schema;
    } catch (error) {
      connection?.destroy();
      connection = undefined;
      // the driver throws errors only
      return judgeError(error as NodeJS.ErrnoException);
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    check: () => {
      checking ??= checkWithinLimit().finally(() => {
        checking = undefined;
      });
      return checking;
    },
    close: async () => {
      await checking;
      await new Promise<void>((resolve) => (connection ? connection.end(() => resolve()) : resolve()));
      connection = undefined;
    },
  };
}
