import knex, { type Knex } from 'knex';
import { isForeignKeyViolation } from '#http/errors.ts';
import { invalid, Problem } from '#http/problem.ts';
import { NO_TIME_LIMIT, type TimeLimited } from '#http/time-limits.ts';
import { defineClient, LOCK_WAIT_SECONDS } from './mysql-client.ts';
import { executeUnprepared, isConnectionLost, toSqlLiterals } from './statement.ts';
import { createStorageWatch, PROBE_STATEMENTS, type StorageWatch } from './statement-guards.ts';

export { createSecretCodec, type SecretCodec } from '../secrets.ts';
export {
  executePrepared,
  executeTogether,
  executeUnprepared,
  type Statement,
  type Value,
} from './statement.ts';

export type Database = Knex;
export type Transaction = Knex.Transaction;

/** Parses `mysql://user:password@host:port/name`, optionally with `?socketPath=…` for a Unix socket or `?tls=true` for TLS. */
export function connectionOptionsOf(url: string) {
  const { username, password, hostname, port, pathname, searchParams } = new URL(url);
  const socketPath = searchParams.get('socketPath');
  return {
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)),
    ...(socketPath ? { socketPath } : { host: hostname, port: Number(port || 3306) }),
    // trusts Node's certificate authorities and those of NODE_EXTRA_CA_CERTS
    ...(searchParams.get('tls') === 'true' && { ssl: { verifyIdentity: true } }),
  };
}

/**
 * Creates a pool of connections in UTC. A worker inside the service has its own pool, so that requests never wait for it.
 * @param statementLimitMs the time limit of statements, if any
 */
export function connect(url: string, poolSize = 10, statementLimitMs?: number): Database {
  const options = {
    charset: 'utf8mb4',
    timezone: 'Z',
    supportBigNumbers: true,
    jsonStrings: true,
    // a date has no time zone, and the driver misreads years before 100
    dateStrings: ['DATE' as const],
    // the default of 16,000 takes half a megabyte per connection
    maxPreparedStatements: 256,
    // for `executeTogether`; the client rejects multiple statements elsewhere
    multipleStatements: true,
  };
  const storage = createStorageWatch(async () => {
    for (const sql of PROBE_STATEMENTS) await db.raw(sql);
  });
  const db = knex({
    client: defineClient({ poolSize, storage, statementLimitMs }),
    connection: { ...connectionOptionsOf(url), ...options },
    pool: { min: 0, max: poolSize },
    acquireConnectionTimeout: LOCK_WAIT_SECONDS * 1000,
    // error messages are logged, so they must not contain values, which may be secrets
    compileSqlOnError: false,
  });
  storageWatches.set(db, storage);
  return db;
}

const storageWatches = new WeakMap<Database, StorageWatch>();

/** Whether the last write through this pool failed because the disk was full. */
export const isStorageFull = (db: Database): boolean => storageWatches.get(db)?.isFull() ?? false;

const MAX_ATTEMPTS = 4;

/**
 * Runs a transaction, and repeats it if it was rolled back as a deadlock victim, by a conflict in a cluster, or because its
 * connection broke before COMMIT. A foreign key violation is repeated too, so that the work's own checks see what has changed and
 * report it as an error of a field.
 */
export const transact = <T>(db: Database, work: (trx: Transaction) => Promise<T>): Promise<T> =>
  transactWithinTimeLimit(NO_TIME_LIMIT, db, work);

/** Runs a transaction like `transact`, but rolls it back if the request has timed out meanwhile, as the client may have retried it. */
export async function transactWithinTimeLimit<T>(
  { timeLimit }: TimeLimited,
  db: Database,
  work: (trx: Transaction) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    let isDone = false;
    let failure: unknown;
    const runOnce = (trx: Transaction) =>
      work(trx).then(
        (result) => {
          if (timeLimit?.hasPassed) throw new Problem('requestTimeout');
          isDone = true;
          return result;
        },
        (error) => {
          failure = error;
          throw error;
        },
      );
    try {
      return await db.transaction(runOnce);
    } catch (error) {
      // on a lost connection Knex throws the error of the failed rollback
      const cause = failure ?? error;
      // the cast: any thrown value may have this member
      const isDeadlock = (cause as { code?: string }).code === 'ER_LOCK_DEADLOCK';
      const isRetried = isDeadlock || isForeignKeyViolation(cause) || (!isDone && isConnectionLost(cause));
      if (!isRetried || attempt === MAX_ATTEMPTS) throw cause;
    }
  }
}

/** Parses the value of a JSON column, which the driver returns as text. */
export const fromJson = <T>(value: unknown): T =>
  // the cast: only the caller knows the type of the value
  (typeof value === 'string' ? JSON.parse(value) : value) as T;

/** Returns the column of a duplicate-key error, as unique keys are named `table__column`; undefined for other errors. */
export function findTakenColumn(error: unknown): string | undefined {
  // the cast: any thrown value may have these members
  const { code, sqlMessage } = error as { code?: string; sqlMessage?: string };
  const [, key = ''] = (code === 'ER_DUP_ENTRY' && sqlMessage?.match(/for key '([\w.]+)'$/)) || [];
  return key.includes('__') ? key.slice(key.indexOf('__') + 2) : undefined;
}

/** Returns the database's current time, which all processes use for times that they compare. */
export const now = (db: Database): Knex.Raw => db.raw('NOW(3)');

/** Returns a time relative to the database's clock; negative values lie in the past. */
export const fromNow = (db: Database, ms: number): Knex.Raw =>
  db.raw('NOW(3) + INTERVAL ? MICROSECOND', [Math.round(ms * 1000)]);

/**
 * Returns the condition that the time in a column has been reached. A time further ahead than `maxAheadMs` was written before the clock
 * was set back, so it counts as reached.
 */
export const isDue = (db: Database, column: string, maxAheadMs: number): Knex.Raw =>
  db.raw('(?? <= NOW(3) OR ?? > NOW(3) + INTERVAL ? MICROSECOND)', [column, column, Math.round(maxAheadMs * 1000)]);

/** Converts an ISO 8601 time in UTC into the format of DATETIME(3), which is much cheaper than letting the driver format a `Date`. */
export const sqlTime = (iso: string): string => iso.slice(0, 23).replace('T', ' ');

/** Lists report larger totals as capped. */
export const MAX_COUNTED = 10_000;

/** Counts the rows of a query, but stops after `max` + 1. */
export async function countCapped(db: Database, rows: Knex.QueryBuilder, max = MAX_COUNTED): Promise<number> {
  const limitedRows = rows
    .select(db.raw('1'))
    .limit(max + 1)
    .as('counted');
  return Number((await db.from(limitedRows).count({ n: '*' }).first())?.n);
}

/** Converts a count into the members of a list response. */
export const cappedTotal = (count: number) => ({
  total: Math.min(count, MAX_COUNTED),
  totalCapped: count > MAX_COUNTED,
});

/** Escapes the wildcards of LIKE and JSON_SEARCH. */
export const escapeWildcards = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

/** Returns the LIKE pattern for texts that contain this one. */
export const containing = (text: string): string => `%${escapeWildcards(text)}%`;

// well below MariaDB's limit of 16 MiB per statement
const MAX_STATEMENT_BYTES = 4 * 2 ** 20;
// formatting so many rows blocks the event loop for some milliseconds
const MAX_STATEMENT_ROWS = 250;

/** A row to insert: texts, numbers, booleans, dates and nulls by column. */
type NewRow = Record<string, unknown>;

/** Rows to insert, as the values of these columns. */
interface Tuples {
  columns: string[];
  tuples: unknown[][];
}

/** Inserts rows with the same columns, with as few statements as possible. */
export async function insertAll(trx: Transaction, table: string, rows: NewRow[]): Promise<void> {
  for (const batch of splitIntoStatements(toTuples(rows))) await insert(trx, table, batch);
}

/** Inserts rows like `insertAll`, but skips existing ones. */
export async function insertMissing(trx: Transaction, table: string, rows: NewRow[]): Promise<void> {
  for (const batch of splitIntoStatements(toTuples(rows))) await insert(trx, table, batch, 'INSERT IGNORE');
}

/**
 * Inserts rows like `insertAll` and returns their AUTO_INCREMENT ids in order. A simple INSERT with several VALUES gets consecutive ids in
 * every lock mode (MySQL manual, “InnoDB AUTO_INCREMENT Handling”); the nodes of a cluster use larger steps.
 */
export async function insertReturningIds(trx: Transaction, table: string, rows: Tuples): Promise<number[]> {
  const ids: number[] = [];
  for (const batch of splitIntoStatements(rows)) {
    const { length } = batch.tuples;
    const step = length > 1 ? await idStep(trx) : 1;
    const first = await insert(trx, table, batch);
    // the step changes when a node joins or leaves the cluster, perhaps before this statement
    if (length > 1 && (await readIdStep(trx)) !== step)
      throw new IdStepChanged('The ids of inserted rows are unknown, as the auto-increment step has changed.');
    for (let at = 0; at < length; at++) ids.push(first + at * step);
  }
  return ids;
}

/** Has the code of a deadlock, so that the transaction is retried. */
class IdStepChanged extends Error {
  readonly code = 'ER_LOCK_DEADLOCK';
}

function toTuples(rows: NewRow[]): Tuples {
  const columns = Object.keys(rows[0] ?? {});
  return { columns, tuples: rows.map((row) => columns.map((column) => row[column] ?? null)) };
}

/** Inserts rows with the values in the statement's text, as thousands of bindings cost several times as much. */
async function insert(
  trx: Transaction,
  table: string,
  { columns, tuples }: Tuples,
  statement = 'INSERT',
): Promise<number> {
  const sql = `${statement} INTO ?? (??) VALUES ?`;
  const values = { toSqlString: () => toSqlLiterals(tuples) };
  const { insertId } = await executeUnprepared<{ insertId: number }>(trx, sql, [table, columns, values]);
  return insertId;
}

const idSteps = new WeakMap<Transaction, Promise<number>>();

/** Returns the difference between consecutive ids of one statement. */
function idStep(trx: Transaction): Promise<number> {
  const step = idSteps.get(trx) ?? readIdStep(trx);
  idSteps.set(trx, step);
  return step;
}

async function readIdStep(trx: Transaction): Promise<number> {
  const [[{ step }]] = await trx.raw('SELECT @@SESSION.auto_increment_increment AS step');
  return Number(step);
}

function* splitIntoStatements({ columns, tuples }: Tuples): Generator<Tuples> {
  let start = 0;
  let bytes = 0;
  for (const [at, tuple] of tuples.entries()) {
    const size = estimateBytes(tuple);
    if (at > start && (at - start === MAX_STATEMENT_ROWS || bytes + size > MAX_STATEMENT_BYTES)) {
      yield { columns, tuples: tuples.slice(start, at) };
      [start, bytes] = [at, 0];
    }
    bytes += size;
  }
  if (tuples.length > start) yield { columns, tuples: tuples.slice(start) };
}

/** Estimates the bytes that a row takes in a statement; a UTF-16 unit takes at most three. */
const estimateBytes = (tuple: unknown[]) =>
  tuple.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length * 3 : 24), 0);

/** Awaits the write of a user or a role and converts a duplicate-key error into `taken` at the field. */
export async function refuseTakenValue<T>(write: PromiseLike<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const column = findTakenColumn(error);
    throw column ? invalid({ pointer: `/${column}`, rule: 'taken' }) : error;
  }
}
