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
