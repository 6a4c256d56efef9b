import knex, { type Knex } from 'knex';
import { isForeignKeyViolation } from '#http/errors.ts';
import { invalid, Problem } from '#http/problem.ts';
import { NO_TIME_LIMIT, type TimeLimited } from '#http/time-limits.ts';
import { defineClient, LOCK_WAIT_SECONDS } from './mysql-client.ts';
import { executeText, isConnectionLost, toSqlLiterals } from './statement.ts';
import { createStorageWatch, PROBE_STATEMENTS, type StorageWatch } from './statement-guards.ts';

export { createSecrets, type Secrets } from './secrets.ts';
export {
  executePrepared,
  executeText,
  executeTogether,
  type Statement,
  type Value,
} from './statement.ts';

export type Database = Knex;
export type Transaction = Knex.Transaction;

/** `mysql://user:password@host:port/name`, with `?socketPath=…` for a Unix socket, `?tls=true` for TLS. */
export function connectionOf(url: string) {
  const { username, password, hostname, port, pathname, searchParams } = new URL(url);
  const socketPath = searchParams.get('socketPath');
  return {
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)),
    ...(socketPath ? { socketPath } : { host: hostname, port: Number(port || 3306) }),
    // the authorities that Node trusts, and those of NODE_EXTRA_CA_CERTS
    ...(searchParams.get('tls') === 'true' && { ssl: { verifyIdentity: true } }),
  };
}

/**
 * `NOW()` is UTC, as all times here are; a worker inside the service has a pool of its own, so that no request waits for it.
 * `statementMs`: how long a statement may take, for ever without it.
 */
export function connect(url: string, most = 10, statementMs?: number): Database {
  const options = {
    charset: 'utf8mb4',
    timezone: 'Z',
    supportBigNumbers: true,
    jsonStrings: true,
    // a day is no moment, and the driver takes the years before 100 for those of the last century
    dateStrings: ['DATE' as const],
    // by itself each connection has room for 16,000: half a megabyte, empty
    maxPreparedStatements: 256,
    // for `executeTogether`; the client lets nothing else send several
    multipleStatements: true,
  };
  const storage = createStorageWatch(async () => {
    for (const sql of PROBE_STATEMENTS) await db.raw(sql);
  });
  const db = knex({
    client: defineClient({ poolSize: most, storage, statementMs }),
    connection: { ...connectionOf(url), ...options },
    pool: { min: 0, max: most },
    acquireConnectionTimeout: LOCK_WAIT_SECONDS * 1000,
    // an error's message goes to the log: without the values, which may be secrets
    compileSqlOnError: false,
  });
  storageWatches.set(db, storage);
  return db;
}

const storageWatches = new WeakMap<Database, StorageWatch>();

/** Whether the disk was full the last time that something was written by these connections. */
export const isStorageFull = (db: Database): boolean => storageWatches.get(db)?.isFull() ?? false;

const MAX_ATTEMPTS = 4;

/**
 * Runs a transaction, and repeats it if it was rolled back as a deadlock victim, by a conflict in a cluster, or because its
 * connection broke before COMMIT. A foreign key violation is repeated too, so that the work's own checks see what has changed and
 * report it as an error of a field.
 */
export const transact = <T>(db: Database, work: (trx: Transaction) => Promise<T>): Promise<T> =>
  transactFor(NO_TIME_LIMIT, db, work);

/** Like `transact`, for a caller that waits: rolled back at its end if the caller was answered 503 meanwhile and may have retried. */
export async function transactFor<T>(
  { timeLimit }: TimeLimited,
  db: Database,
  work: (trx: Transaction) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    let isDone = false;
    let failure: unknown;
    const tried = (trx: Transaction) =>
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
      return await db.transaction(tried);
    } catch (error) {
      // on a lost connection the rollback fails too, and Knex throws what became of that
      const cause = failure ?? error;
      // whatever is thrown, it may have this member
      const undone = (cause as { code?: string }).code === 'ER_LOCK_DEADLOCK';
      const isRetried = undone || isForeignKeyViolation(cause) || (!isDone && isConnectionLost(cause));
      if (!isRetried || attempt === MAX_ATTEMPTS) throw cause;
    }
  }
}

/** What a JSON column holds; every connection hands it over as text. */
export const fromJson = <T>(value: unknown): T =>
  // what a JSON column holds is known to its reader only
  (typeof value === 'string' ? JSON.parse(value) : value) as T;

/** The column whose value is taken, where the database refused a write for that: keys are named `table__column`. */
export function findTakenColumn(error: unknown): string | undefined {
  // whatever is thrown, it may have these members
  const { code, sqlMessage } = error as { code?: string; sqlMessage?: string };
  const [, key = ''] = (code === 'ER_DUP_ENTRY' && sqlMessage?.match(/for key '([\w.]+)'$/)) || [];
  return key.includes('__') ? key.slice(key.indexOf('__') + 2) : undefined;
}

/** The database's clock, by which all processes go that compare a time with another one's. */
export const now = (db: Database): Knex.Raw => db.raw('NOW(3)');

/** So many milliseconds from now by the database's clock; before now, where they are negative. */
export const fromNow = (db: Database, ms: number): Knex.Raw =>
  db.raw('NOW(3) + INTERVAL ? MICROSECOND', [Math.round(ms * 1000)]);

/**
 * Whether a time in a column has come, as a condition. One that lies further ahead than anybody sets was written before the clock
 * was set back, and counts as come.
 */
export const isDue = (db: Database, column: string, maxAheadMs: number): Knex.Raw =>
  db.raw('(?? <= NOW(3) OR ?? > NOW(3) + INTERVAL ? MICROSECOND)', [column, column, Math.round(maxAheadMs * 1000)]);

/** A time of ISO 8601 in UTC as a DATETIME(3) takes it; of a `Date` the driver would make the same text at several times the cost. */
export const sqlTime = (iso: string): string => iso.slice(0, 23).replace('T', ' ');

/** No list says how many more there are. */
export const MAX_COUNTED = 10_000;

/** How many rows a query finds, counted up to one more than a list says. */
export async function countCapped(db: Database, rows: Knex.QueryBuilder, max = MAX_COUNTED): Promise<number> {
  const counted = rows
    .select(db.raw('1'))
    .limit(max + 1)
    .as('counted');
  return Number((await db.from(counted).count({ n: '*' }).first())?.n);
}

/** A count as lists answer it. */
export const cappedTotal = (count: number) => ({
  total: Math.min(count, MAX_COUNTED),
  totalCapped: count > MAX_COUNTED,
});

/** The pattern of LIKE for texts that have this one in them, whatever wildcards it is written with. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

// well below the 16 MiB that MariaDB takes in one statement
const MAX_STATEMENT_BYTES = 4 * 2 ** 20;
// what the driver writes of so many holds all requests up for some milliseconds
const MAX_STATEMENT_ROWS = 250;

/** A row to insert: texts, numbers, booleans, dates and nulls by column. */
type NewRow = Record<string, unknown>;

/** Rows to insert, as the values of these columns. */
interface Tuples {
  columns: string[];
  tuples: unknown[][];
}

/** Inserts rows of the same columns by as few statements as may be. */
export async function insertAll(trx: Transaction, table: string, rows: NewRow[]): Promise<void> {
  for (const piece of splitIntoStatements(asTuples(rows))) await insert(trx, table, piece);
}

/** Inserts rows like `insertAll`, but for those that are there already. */
export async function insertMissing(trx: Transaction, table: string, rows: NewRow[]): Promise<void> {
  for (const piece of splitIntoStatements(asTuples(rows))) await insert(trx, table, piece, 'INSERT IGNORE');
}

/**
 * Inserts rows like `insertAll` and answers their AUTO_INCREMENT ids, row by row. One INSERT
 * of so many VALUES gets ids without gaps, a cluster's nodes each in steps of its own: “InnoDB AUTO_INCREMENT Lock Modes” of the
 * MySQL manual has simple inserts so in every mode.
 */
export async function insertInOrder(trx: Transaction, table: string, rows: Tuples): Promise<number[]> {
  const ids: number[] = [];
  for (const piece of splitIntoStatements(rows)) {
    const { length } = piece.tuples;
    const step = length > 1 ? await idStep(trx) : 1;
    const first = await insert(trx, table, piece);
    // a cluster that a node joins or leaves takes other steps from the next statement on, which may have been this one
    if (length > 1 && (await readIdStep(trx)) !== step)
      throw new IdStepChanged('The ids of rows are not known, as their steps changed.');
    for (let at = 0; at < length; at++) ids.push(first + at * step);
  }
  return ids;
}

/** As good as a deadlock: the same again does better. */
class IdStepChanged extends Error {
  readonly code = 'ER_LOCK_DEADLOCK';
}

function asTuples(rows: NewRow[]): Tuples {
  const columns = Object.keys(rows[0] ?? {});
  return { columns, tuples: rows.map((row) => columns.map((column) => row[column] ?? null)) };
}

/** One statement, with its values in its text: a binding for each of thousands costs several times as much. */
async function insert(trx: Transaction, table: string, { columns, tuples }: Tuples, verb = 'INSERT'): Promise<number> {
  const sql = `${verb} INTO ?? (??) VALUES ?`;
  const values = { toSqlString: () => toSqlLiterals(tuples) };
  const { insertId } = await executeText<{ insertId: number }>(trx, sql, [table, columns, values]);
  return insertId;
}

const idSteps = new WeakMap<Transaction, Promise<number>>();

/** How far apart the ids of one statement are. */
function idStep(trx: Transaction): Promise<number> {
  const known = idSteps.get(trx) ?? readIdStep(trx);
  idSteps.set(trx, known);
  return known;
}

async function readIdStep(trx: Transaction): Promise<number> {
  const [[{ step }]] = await trx.raw('SELECT @@SESSION.auto_increment_increment AS step');
  return Number(step);
}

function* splitIntoStatements({ columns, tuples }: Tuples): Generator<Tuples> {
  let from = 0;
  let bytes = 0;
  for (const [at, tuple] of tuples.entries()) {
    const size = sizeOf(tuple);
    if (at > from && (at - from === MAX_STATEMENT_ROWS || bytes + size > MAX_STATEMENT_BYTES)) {
      yield { columns, tuples: tuples.slice(from, at) };
      [from, bytes] = [at, 0];
    }
    bytes += size;
  }
  if (tuples.length > from) yield { columns, tuples: tuples.slice(from) };
}

/** About how much of a statement a row takes, in bytes: a UTF-16 unit is three at most. */
const sizeOf = (tuple: unknown[]) =>
  tuple.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length * 3 : 24), 0);

/** The write of a user or a role, with a name or an address that another has told as `taken` at its field. */
export async function mapTakenColumn<T>(write: PromiseLike<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const column = findTakenColumn(error);
    throw column ? invalid({ pointer: `/${column}`, rule: 'taken' }) : error;
  }
}
