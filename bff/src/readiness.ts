import { type Connection, createConnection, type RowDataPacket } from 'mysql2';
import { connectionOptionsOf, type Database, isStorageFull } from '#database';
import type { Readiness } from '#http/middleware.ts';
import { migrations } from './migrations.gen.ts';

/** A check always finishes within this time. */
const CHECK_TIMEOUT_MS = 2000;

/** An applied migration, and the time when the seeds were written. */
export interface MigrationRow {
  name: string;
  /** For a migration that drops something: the last migration that a version must know to work without it. Absent in older databases. */
  oldest_version?: string | null;
  seed_time: Date | null;
}

const HOW_TO_MIGRATE = 'Run “node db/dist/migrate.js” of this version; “npm start” does so by itself.';
const NOT_SET_UP: Readiness = { isReady: false, text: `The database is not set up yet. ${HOW_TO_MIGRATE}` };

const STORAGE_FULL: Readiness = {
  isReady: false,
  text: 'The database’s disk is full: nothing can be saved until there is space, which is looked for every few seconds.',
};

/** Checks whether this version, with its known migrations, can work with the applied ones. */
export function checkSchema(rows: MigrationRow[], knownMigrations: readonly string[] = migrations): Readiness {
  if (!rows[0]?.seed_time) return NOT_SET_UP;
  const applied = new Set(rows.map(({ name }) => name));
  const missing = knownMigrations.filter((name) => !applied.has(name));
  if (missing.length > 0)
    return {
      isReady: false,
      text: `The database lacks ${missing.join(', ')}, as it is older than this version. ${HOW_TO_MIGRATE}`,
    };
  const unknown = rows.filter(({ name }) => !knownMigrations.includes(name));
  if (unknown.length === 0) return { isReady: true, text: 'ready' };
  const names = unknown.map(({ name }) => name).join(', ');
  if (
    unknown.some(
      ({ oldest_version: requiredMigration }) => requiredMigration && !knownMigrations.includes(requiredMigration),
    )
  )
    return {
      isReady: false,
      text: `The database has ${names}, with which this version cannot work: start a later one.`,
    };
  return { isReady: true, text: `ready; the database has ${names} of a later version, beside which this one works` };
}

function readinessOfError(error: NodeJS.ErrnoException): Readiness {
  if (error.code === 'ER_NO_SUCH_TABLE' || error.code === 'ER_BAD_DB_ERROR') return { ...NOT_SET_UP, error };
  // the text is public, so it contains no names of hosts or accounts
  return { isReady: false, text: `The database is out of reach (${error.code ?? 'unknown error'}).`, error };
}

const TIMEOUT_ERROR = Object.assign(
  new Error(`The database does not answer within ${CHECK_TIMEOUT_MS / 1000} seconds.`),
  {
    code: 'ETIMEDOUT',
  },
);

export interface ReadinessCheck {
  /** Checks the database through a separate connection, as an exhausted pool would say nothing about the database. */
  check(): Promise<Readiness>;
  close(): Promise<void>;
}

/** Creates a check of the database. `databases` returns the pools of this process, which know about a full disk. */
export function createReadinessCheck(databaseUrl: string, databases: () => Database[] = () => []): ReadinessCheck {
  let connection: Connection | undefined;
  let runningCheck: Promise<Readiness> | undefined;

  const open = (): Connection => {
    const newConnection = createConnection({ ...connectionOptionsOf(databaseUrl), connectTimeout: CHECK_TIMEOUT_MS });
    // errors are reported by the statement
    newConnection.on('error', () => undefined);
    // otherwise the server would keep waiting for a table long after the check
    newConnection.query('SET SESSION lock_wait_timeout = 1', () => undefined);
    return newConnection;
  };
  const readSchema = () =>
    new Promise<MigrationRow[]>((resolve, reject) => {
      connection ??= open();
      const sql =
        'SELECT migration.*, installation.seed_time FROM migration LEFT JOIN installation ON installation.id = 1';
      connection.query<(MigrationRow & RowDataPacket)[]>(sql, (error, rows) => (error ? reject(error) : resolve(rows)));
    });
  const checkWithinLimit = async (): Promise<Readiness> => {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(TIMEOUT_ERROR), CHECK_TIMEOUT_MS);
    });
    try {
      const schema = checkSchema(await Promise.race([readSchema(), timeout]));
      return schema.isReady && databases().some(isStorageFull) ? STORAGE_FULL : schema;
    } catch (error) {
      connection?.destroy();
      connection = undefined;
      // the cast: the driver throws only errors
      return readinessOfError(error as NodeJS.ErrnoException);
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    check: () => {
      runningCheck ??= checkWithinLimit().finally(() => {
        runningCheck = undefined;
      });
      return runningCheck;
    },
    close: async () => {
      await runningCheck;
      await new Promise<void>((resolve) => (connection ? connection.end(() => resolve()) : resolve()));
      connection = undefined;
    },
  };
}
