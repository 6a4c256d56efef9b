// Guards that every statement passes before it is sent: against a full disk, and against tables that stay locked for long.

/** The interval at which free space is checked after the disk was full. */
const PROBE_INTERVAL_MS = 5000;

const FULL_DISK_CODES = new Set(['ER_DISK_FULL', 'ER_RECORD_FILE_FULL', 'ER_TEMP_FILE_WRITE_FAILURE']);

// for these errors only the message contains the operating system's error number; 28 is “No space left on device”
const POSSIBLY_FULL = /^(EE_|ER_CANT_CREATE_|ER_ERROR_ON_WRITE|ER_GET_ERRNO|ER_ERROR_DURING_COMMIT)/;

const NO_SPACE_MESSAGE = /\b(Errcode|errno|error):? 28\b/i;

function isDiskFull(error: Error): boolean {
  // the cast: any thrown value may have this member
  const { code = '' } = error as { code?: string };
  return FULL_DISK_CODES.has(code) || (POSSIBLY_FULL.test(code) && NO_SPACE_MESSAGE.test(error.message));
}

/** A write failed or was not attempted because the database's disk is full. */
export class StorageFullError extends Error {
  readonly code = 'STORAGE_FULL';

  constructor(cause?: Error) {
    super(cause ? `The database's disk is full: ${cause.message}` : "The database's disk is full.", { cause });
  }
}

const INSERT_STATEMENT = /\b(INSERT|REPLACE)\s+(IGNORE\s+)?INTO\b/i;

/** The rest of a longer text consists of values. */
const MAX_TEXT_LENGTH = 4096;

const TEN_ROWS = Array.from({ length: 10 }, (_, n) => `SELECT ${n} AS n`).join(' UNION ALL ');

/**
 * Statements that allocate and free seven megabytes, more than a table grows at once. Each row fits into a page, as InnoDB crashes the
 * server if there is no space for overflow pages.
 */
export const PROBE_STATEMENTS = [
  'DROP TABLE IF EXISTS storage_probe',
  `CREATE TABLE IF NOT EXISTS storage_probe (filler VARCHAR(7000) CHARACTER SET ascii NOT NULL) ENGINE=InnoDB
   SELECT REPEAT('x', 7000) AS filler FROM (${TEN_ROWS}) AS a, (${TEN_ROWS}) AS b, (${TEN_ROWS}) AS c`,
  'DROP TABLE IF EXISTS storage_probe',
];

/**
 * Creates a watch that detects a full disk by failing statements. From then on inserts are refused until `probe` succeeds, as a server
 * may crash if it keeps receiving writes.
 */
export function createStorageWatch(probe: () => Promise<unknown>) {
  let isFull = false;

  const probeLater = () => {
    setTimeout(() => {
      probe().then(
        () => {
          isFull = false;
        },
        (error: unknown) => {
          if (error instanceof StorageFullError) probeLater();
          // any other error will be reported by the next write
          else isFull = false;
        },
      );
    }, PROBE_INTERVAL_MS).unref();
  };

  return {
    isFull: () => isFull,
    /** @throws StorageFullError for an insert while the disk is full */
    assertSpace(sql: string): void {
      if (isFull && INSERT_STATEMENT.test(sql.slice(0, MAX_TEXT_LENGTH))) throw new StorageFullError();
    },
    /** Converts an error of a full disk and remembers it; returns other errors unchanged. */
    translate(error: Error): Error {
      if (!isDiskFull(error)) return error;
      if (!isFull) probeLater();
      isFull = true;
      return new StorageFullError(error);
    },
  };
}

export type StorageWatch = ReturnType<typeof createStorageWatch>;

/** How long a statement waits for its turn before the table counts as stalled. */
const MAX_TURN_WAIT_MS = 2000;

/** How long others wait for the statement that tries a stalled table; if the table is free again, it has finished by then. */
const MAX_TRIAL_WAIT_MS = 500;

/** The size of the cache of parsed texts. */
const MAX_CACHED_TEXTS = 500;

/** The end of a long text that is searched for a locking clause. */
const MAX_ENDING_LENGTH = 100;

/** A statement was not sent because too many others already wait for the same table. */
export class TableBusyError extends Error {
  readonly code = 'TABLE_BUSY';

  constructor(use: string) {
    super(`Too many statements wait to ${use} already.`);
  }
}

/** A table's name, or the index of the value that contains it. */
type TableReference = string | number;

/** The tables of a statement and how it uses them. */
interface ParsedStatement {
  tables: TableReference[];
  /** Whether the statement may wait for row locks, unlike one that only reads. */
  isLocking: boolean;
}

const parsedByText = new Map<string, ParsedStatement>();

const TABLE_MENTION = /\b(?:FROM|JOIN|INTO|UPDATE)\s+(?:`(\w+)`|(\w+)|(\?\?))|\?+/gi;

const LOCKING_STATEMENT = /\b(?:INSERT|UPDATE|DELETE|REPLACE|LOCK)\b/i;

function parseText(text: string): ParsedStatement {
  const tables = new Set<TableReference>();
  const beginning = text.slice(0, MAX_TEXT_LENGTH);
  let placeholderIndex = 0;
  for (const [match, quoted, unquoted, placeholder] of beginning.matchAll(TABLE_MENTION)) {
    const name = quoted ?? unquoted;
    if (name) tables.add(name);
    else if (placeholder) tables.add(placeholderIndex);
    if (match.endsWith('?')) placeholderIndex++;
  }
  return {
    tables: [...tables],
    isLocking: LOCKING_STATEMENT.test(beginning) || LOCKING_STATEMENT.test(text.slice(-MAX_ENDING_LENGTH)),
  };
}

function parseCached(text: string): ParsedStatement {
  const cached = parsedByText.get(text);
  if (cached) return cached;
  const parsed = parseText(text);
  if (text.length <= MAX_TEXT_LENGTH) {
    if (parsedByText.size === MAX_CACHED_TEXTS) parsedByText.clear();
    parsedByText.set(text, parsed);
  }
  return parsed;
}

/** Returns how a statement uses which tables, as far as its text shows that: `read country`, `lock country`. */
export function tableUsesOf(text: string, values: unknown): string[] {
  const { tables, isLocking } = parseCached(text);
  const valueList: unknown[] = Array.isArray(values) ? values : [];
  return tables.map(
    (table) => `${isLocking ? 'lock' : 'read'} ${typeof table === 'string' ? table : String(valueList[table])}`,
  );
}

/** The current statements with the same use of a table. */
interface TableUse {
  count: number;
  /** Whether a statement has waited for its turn in vain and none has succeeded since. */
  isStalled: boolean;
  /** When the last statement started, by `performance.now()`. */
  lastStart: number;
}

interface Waiter {
  names: string[];
  start(): void;
}

/** The shares of a pool that may read, and that may change or lock the same table. Together they leave some connections free. */
const READ_SHARE = 0.5;

const LOCK_SHARE = 0.3;

/**
 * Creates a gate that keeps statements which wait for one table from occupying the whole pool. Statements beyond their share wait for a
 * turn and are refused with a `TableBusyError` if none comes; from then on only one at a time may try until one succeeds.
 */
export function createTableGate(poolSize: number) {
  const limitOfShare = (share: number) => Math.max(1, Math.floor(poolSize * share));
  const [maxReads, maxLocks] = [limitOfShare(READ_SHARE), limitOfShare(LOCK_SHARE)];
  const uses = new Map<string, TableUse>();
  const waiters = new Set<Waiter>();

  const limitOf = (name: string, { isStalled }: TableUse) => {
    if (isStalled) return 1;
    return name.startsWith('lock') ? maxLocks : maxReads;
  };
  const findFull = (names: string[]) =>
    names.find((name) => {
      const use = uses.get(name);
      return use && use.count >= limitOf(name, use);
    });
  const occupy = (names: string[]) => {
    for (const name of names) {
      const use = uses.get(name);
      if (use) Object.assign(use, { count: use.count + 1, lastStart: performance.now() });
      else uses.set(name, { count: 1, isStalled: false, lastStart: performance.now() });
    }
  };

  const waitTimeFor = (name: string): number => {
    const use = uses.get(name);
    return use?.isStalled ? use.lastStart + MAX_TRIAL_WAIT_MS - performance.now() : MAX_TURN_WAIT_MS;
  };

  /** Calls back when it is the statement's turn, usually at once. */
  const enter = (names: string[], callback: (error?: TableBusyError) => void): void => {
    const fullUse = findFull(names);
    if (fullUse === undefined) {
      occupy(names);
      callback();
      return;
    }
    const waitMs = waitTimeFor(fullUse);
    if (waitMs <= 0) {
      callback(new TableBusyError(fullUse));
      return;
    }
    const timer = setTimeout(() => {
      waiters.delete(waiter);
      const name = findFull(names) ?? fullUse;
      const use = uses.get(name);
      if (use) use.isStalled = true;
      callback(new TableBusyError(name));
    }, waitMs);
    const waiter = {
      names,
      start: () => {
        clearTimeout(timer);
        callback();
      },
    };
    waiters.add(waiter);
  };

  const leave = (names: string[], hasSucceeded: boolean): void => {
    for (const name of names) {
      const use = uses.get(name);
      if (!use) continue;
      use.count--;
      if (hasSucceeded) use.isStalled = false;
      if (use.count === 0 && !use.isStalled) uses.delete(name);
    }
    for (const waiter of waiters) {
      if (findFull(waiter.names) !== undefined) continue;
      waiters.delete(waiter);
      occupy(waiter.names);
      waiter.start();
    }
  };
  return { enter, leave };
}

export type TableGate = ReturnType<typeof createTableGate>;
