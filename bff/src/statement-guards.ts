// Guards that every statement passes before it is sent: a full disk, and tables that are locked for long.

/** How long after a full disk was met it is tried again whether there is space. */
const PROBE_INTERVAL_MS = 5000;

const ALWAYS_FULL = new Set(['ER_DISK_FULL', 'ER_RECORD_FILE_FULL', 'ER_TEMP_FILE_WRITE_FAILURE']);

// of these the server gives the operating system's number in its text alone: 28 is “No space left on device”
const MAYBE_FULL = /^(EE_|ER_CANT_CREATE_|ER_ERROR_ON_WRITE|ER_GET_ERRNO|ER_ERROR_DURING_COMMIT)/;

const NO_SPACE = /\b(Errcode|errno|error):? 28\b/i;

function isNoSpace(error: Error): boolean {
  // whatever the driver throws, it may have this member
  const { code = '' } = error as { code?: string };
  return ALWAYS_FULL.has(code) || (MAYBE_FULL.test(code) && NO_SPACE.test(error.message));
}

/** The database could not write, or was not asked to, because its disk is full. */
export class StorageFullError extends Error {
  readonly code = 'STORAGE_FULL';

  constructor(cause?: Error) {
    super(cause ? `The database's disk is full: ${cause.message}` : "The database's disk is full.", { cause });
  }
}

const INSERTION = /\b(INSERT|REPLACE)\s+(IGNORE\s+)?INTO\b/i;

/** What stands further on in a text are values. */
const MAX_TEXT_LENGTH = 4096;

const TEN_ROWS = Array.from({ length: 10 }, (_, n) => `SELECT ${n} AS n`).join(' UNION ALL ');

/**
 * Takes seven megabytes and gives them back: what a table grows by at once. Each row fits into a page, as InnoDB ends the whole server
 * where it finds no space for what lies outside of it.
 */
export const PROBE_STATEMENTS = [
  'DROP TABLE IF EXISTS storage_probe',
  `CREATE TABLE IF NOT EXISTS storage_probe (filler VARCHAR(7000) CHARACTER SET ascii NOT NULL) ENGINE=InnoDB
   SELECT REPEAT('x', 7000) AS filler FROM (${TEN_ROWS}) AS a, (${TEN_ROWS}) AS b, (${TEN_ROWS}) AS c`,
  'DROP TABLE IF EXISTS storage_probe',
];

/**
 * Knows of a full disk from the statements that meet it. From then on nothing is inserted until `probe` finds space again: a server
 * that goes on being asked may fail altogether.
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
          // what else may be wrong, the next write tells
          else isFull = false;
        },
      );
    }, PROBE_INTERVAL_MS).unref();
  };

  return {
    isFull: () => isFull,
    /** Throws instead of a statement that would insert something. */
    requireSpace(sql: string): void {
      if (isFull && INSERTION.test(sql.slice(0, MAX_TEXT_LENGTH))) throw new StorageFullError();
    },
    /** The error as it is to be told. */
    translate(error: Error): Error {
      if (!isNoSpace(error)) return error;
      if (!isFull) probeLater();
      isFull = true;
      return new StorageFullError(error);
    },
  };
}

export type StorageWatch = ReturnType<typeof createStorageWatch>;

/** How long a statement waits for its turn before the table counts as stalled. */
const TURN_WAIT_MS = 2000;

/** How long others wait for the one that tries a stalled table: where it is free again, that one is done by then. */
const TRIAL_WAIT_MS = 500;

/** Beyond it nothing more is kept of which texts name which tables. */
const MAX_TEXTS = 500;

/** In which a long text says whether it locks what it reads. */
const MAX_ENDING_LENGTH = 100;

/** A statement that was not sent, because others wait for the same table already. */
export class TableBusyError extends Error {
  readonly code = 'TABLE_BUSY';

  constructor(use: string) {
    super(`Too many statements wait to ${use} already.`);
  }
}

/** A table by its name, or by the place of the value that names it. */
type TableRef = string | number;

/** What a statement's text says of it. */
interface Parsed {
  refs: TableRef[];
  /** It may wait for locks of rows, which what only reads never does. */
  isLocking: boolean;
}

const parsedByText = new Map<string, Parsed>();

const TABLE_MENTION = /\b(?:FROM|JOIN|INTO|UPDATE)\s+(?:`(\w+)`|(\w+)|(\?\?))|\?+/gi;

const LOCKING_STATEMENT = /\b(?:INSERT|UPDATE|DELETE|REPLACE|LOCK)\b/i;

function parseText(text: string): Parsed {
  const refs = new Set<TableRef>();
  const beginning = text.slice(0, MAX_TEXT_LENGTH);
  let place = 0;
  for (const [all, quoted, bare, named] of beginning.matchAll(TABLE_MENTION)) {
    const name = quoted ?? bare;
    if (name) refs.add(name);
    else if (named) refs.add(place);
    if (all.endsWith('?')) place++;
  }
  return {
    refs: [...refs],
    isLocking: LOCKING_STATEMENT.test(beginning) || LOCKING_STATEMENT.test(text.slice(-MAX_ENDING_LENGTH)),
  };
}

function parse(text: string): Parsed {
  const known = parsedByText.get(text);
  if (known) return known;
  const parsed = parseText(text);
  if (text.length <= MAX_TEXT_LENGTH) {
    if (parsedByText.size === MAX_TEXTS) parsedByText.clear();
    parsedByText.set(text, parsed);
  }
  return parsed;
}

/** What a statement does to which tables, as far as one can tell by its text: `read country`, `lock country`. */
export function tableUsesOf(text: string, values: unknown): string[] {
  const { refs, isLocking } = parse(text);
  const list: unknown[] = Array.isArray(values) ? values : [];
  return refs.map((ref) => `${isLocking ? 'lock' : 'read'} ${typeof ref === 'string' ? ref : String(list[ref])}`);
}

/** Of what statements do to a table. */
interface TableUse {
  count: number;
  /** Somebody waited in vain for a turn, and no statement has succeeded since. */
  isStalled: boolean;
  /** When the last one was let in, by `performance.now()`. */
  lastStart: number;
}

interface Waiter {
  names: string[];
  start(): void;
}

/** Which share of a pool may read the same table, and which may change or lock it: some is left where both wait. */
const READ_SHARE = 0.5;

const LOCK_SHARE = 0.3;

/**
 * Keeps those who wait for one table from taking a whole pool of `poolSize` connections. Beyond their share others wait for a turn and are
 * refused with a `TableBusyError` where none comes; from then on one at a time may try, until one succeeds.
 */
export function createTableGate(poolSize: number) {
  const shareOf = (part: number) => Math.max(1, Math.floor(poolSize * part));
  const [maxReads, maxLocks] = [shareOf(READ_SHARE), shareOf(LOCK_SHARE)];
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
  const take = (names: string[]) => {
    for (const name of names) {
      const use = uses.get(name);
      if (use) Object.assign(use, { count: use.count + 1, lastStart: performance.now() });
      else uses.set(name, { count: 1, isStalled: false, lastStart: performance.now() });
    }
  };

  const waitTimeFor = (name: string): number => {
    const use = uses.get(name);
    return use?.isStalled ? use.lastStart + TRIAL_WAIT_MS - performance.now() : TURN_WAIT_MS;
  };

  /** Calls back when it is the statement's turn: at once, as a rule. */
  const enter = (names: string[], callback: (error?: TableBusyError) => void): void => {
    const full = findFull(names);
    if (full === undefined) {
      take(names);
      callback();
      return;
    }
    const patience = waitTimeFor(full);
    if (patience <= 0) {
      callback(new TableBusyError(full));
      return;
    }
    const timer = setTimeout(() => {
      waiters.delete(waiter);
      const name = findFull(names) ?? full;
      const use = uses.get(name);
      if (use) use.isStalled = true;
      callback(new TableBusyError(name));
    }, patience);
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
      take(waiter.names);
      waiter.start();
    }
  };
  return { enter, leave };
}

export type TableGate = ReturnType<typeof createTableGate>;
