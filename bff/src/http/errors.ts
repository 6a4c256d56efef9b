import type { Context } from 'koa';
import type { Logger } from 'pino';
import { Problem } from './problem.ts';

// the database is away, refuses, is no longer the one that takes writes, or gave up: worth another try later
const UNREACHABLE_CODES = new RegExp(
  `^(${[
    ...['ECONN', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
    ...['PROTOCOL_', 'POOL_', 'ER_CON_COUNT', 'ER_SERVER_SHUTDOWN', 'ER_NORMAL_SHUTDOWN', 'ER_NET_'],
    ...['ER_CONNECTION_KILLED', 'ER_QUERY_INTERRUPTED', 'ER_ABORTING_CONNECTION', 'ER_NEW_ABORTING_CONNECTION'],
    // MySQL's max_execution_time
    'ER_QUERY_TIMEOUT',
    // a node that has left its cluster; a server that another one has taken the place of
    ...['ER_UNKNOWN_COM_ERROR', 'ER_OPTION_PREVENTS_STATEMENT', 'ER_READ_ONLY_MODE'],
    ...['ER_LOCK_WAIT', 'TABLE_BUSY', 'STORAGE_FULL'],
  ].join('|')})`,
);
// MariaDB's own, which the driver has no names for: the connection was killed, the statement took too long
const MARIADB_NUMBERS = new Set([1927, 1969]);

/** Whether an error is that the database could not be reached, and no other. */
export function isDatabaseUnreachable(error: unknown): boolean {
  // whatever is thrown, it may have these members; the driver says `fatal` of what ended its connection, at times without a code
  const { code, errno, name, fatal, syscall } = error as Partial<NodeJS.ErrnoException> & { fatal?: boolean };
  // a socket that is not there, and no file that is not
  if (code === 'ENOENT') return syscall === 'connect';
  return (
    name === 'KnexTimeoutError' ||
    fatal === true ||
    MARIADB_NUMBERS.has(errno ?? 0) ||
    UNREACHABLE_CODES.test(code ?? '')
  );
}

/** Whether the database undid what was asked for, for another's sake: as a deadlock's victim, or as the later of two in a cluster. */
export function isTransactionConflict(error: unknown): boolean {
  // whatever is thrown, it may have this member
  const { code } = error as { code?: string };
  return code === 'ER_LOCK_DEADLOCK' || code === 'ER_ERROR_DURING_COMMIT';
}

/** Whether a write named a row that was deleted after it had been looked at, or deleted one that was named since. */
export function isForeignKeyViolation(error: unknown): boolean {
  // whatever is thrown, it may have this member
  const { code } = error as { code?: string };
  return code === 'ER_NO_REFERENCED_ROW_2' || code === 'ER_ROW_IS_REFERENCED_2';
}

const LOCK_CODES = new Set(['ER_LOCK_WAIT_TIMEOUT', 'TABLE_BUSY']);

/** Seconds after which data that somebody has locked may be free again. */
const LOCK_RETRY_SECONDS = 5;
/** Seconds after which somebody may have made space. */
const STORAGE_RETRY_SECONDS = 30;

/** A refusal, or what tells that another try may do better; undefined where something is wrong here. */
export function toProblem(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error;
  // whatever is thrown, it may have this member
  const { code = '' } = error as { code?: string };
  if (LOCK_CODES.has(code)) return new Problem('dataLocked', { retryAfter: LOCK_RETRY_SECONDS });
  if (code === 'STORAGE_FULL') return new Problem('storageFull', { retryAfter: STORAGE_RETRY_SECONDS });
  return isDatabaseUnreachable(error) || isTransactionConflict(error) ? new Problem('requestTimeout') : undefined;
}

/** The database's errors carry the statement with its values, and those may be secrets. */
export function toLoggedError(error: unknown) {
  const { name, code, message, stack } = error as Error & { code?: string };
  return { type: name, code, message, stack };
}

/** Logs an error that nobody is answered, unless it is a refusal or that the database is away: then something is wrong here. */
export const logUnexpectedErrors =
  (log: Logger, what: string) =>
  (error: unknown): void => {
    if (!toProblem(error)) log.error({ err: toLoggedError(error) }, what);
  };

/** Tells of an operation that went on after its caller was answered that it took too long. */
export const logLateCompletion =
  (log: Logger) =>
  ({ error, ...work }: { operation: string; traceId: string; tookMs: number; error: unknown }): void =>
    log.warn({ ...work, ...(error === undefined ? {} : { err: toLoggedError(error) }) }, 'ended after its answer');

/** Tells of an answer that ended before it was whole: its reader went away, or what it is read from did. */
export const logAbortedResponse =
  (log: Logger) =>
  (error: unknown, ctx?: Context): void =>
    log.warn({ traceId: ctx?.state.traceId, err: toLoggedError(error) }, 'answer broken off');
