import type { Context } from 'koa';
import type { Logger } from 'pino';
import { Problem } from './problem.ts';

// the database is down, refuses connections, is no longer the primary, or timed out: retrying later may work
const UNAVAILABLE_CODES = new RegExp(
  `^(${[
    ...['ECONN', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
    ...['PROTOCOL_', 'POOL_', 'ER_CON_COUNT', 'ER_SERVER_SHUTDOWN', 'ER_NORMAL_SHUTDOWN', 'ER_NET_'],
    ...['ER_CONNECTION_KILLED', 'ER_QUERY_INTERRUPTED', 'ER_ABORTING_CONNECTION', 'ER_NEW_ABORTING_CONNECTION'],
    // MySQL's max_execution_time
    'ER_QUERY_TIMEOUT',
    // a node that has left its cluster; a server that a failover made read-only
    ...['ER_UNKNOWN_COM_ERROR', 'ER_OPTION_PREVENTS_STATEMENT', 'ER_READ_ONLY_MODE'],
    ...['ER_LOCK_WAIT', 'TABLE_BUSY', 'STORAGE_FULL'],
  ].join('|')})`,
);
// MariaDB's error numbers that the driver has no names for
const MARIADB_CONNECTION_KILLED = 1927;
const MARIADB_STATEMENT_TIMEOUT = 1969;
const MARIADB_UNAVAILABLE_ERRNOS = new Set([MARIADB_CONNECTION_KILLED, MARIADB_STATEMENT_TIMEOUT]);

/** Whether a statement was ended by the server's time limit. */
export function isStatementTimeout(error: unknown): boolean {
  // anything can be thrown, so both are optional
  const { code, errno } = error as Partial<NodeJS.ErrnoException>;
  return code === 'ER_QUERY_TIMEOUT' || errno === MARIADB_STATEMENT_TIMEOUT;
}

/** Whether an error means that the database is unavailable. */
export function isDatabaseUnavailable(error: unknown): boolean {
  // anything can be thrown, so all are optional; the driver sets `fatal` on errors that closed the connection, sometimes without a code
  const { code, errno, name, fatal, syscall } = error as Partial<NodeJS.ErrnoException> & { fatal?: boolean };
  // ENOENT counts only for a missing socket, not for a missing file
  if (code === 'ENOENT') return syscall === 'connect';
  return (
    name === 'KnexTimeoutError' ||
    fatal === true ||
    MARIADB_UNAVAILABLE_ERRNOS.has(errno ?? 0) ||
    UNAVAILABLE_CODES.test(code ?? '')
  );
}

/** Whether the transaction was rolled back in favour of another one: as a deadlock victim, or after a conflict in a cluster. */
export function isTransactionConflict(error: unknown): boolean {
  // anything can be thrown, so the code is optional
  const { code } = error as { code?: string };
  return code === 'ER_LOCK_DEADLOCK' || code === 'ER_ERROR_DURING_COMMIT';
}

/** Whether a write referred to a row that was deleted in the meantime, or deleted a row that is now referred to. */
export function isForeignKeyViolation(error: unknown): boolean {
  // anything can be thrown, so the code is optional
  const { code } = error as { code?: string };
  return code === 'ER_NO_REFERENCED_ROW_2' || code === 'ER_ROW_IS_REFERENCED_2';
}

const LOCK_CODES = new Set(['ER_LOCK_WAIT_TIMEOUT', 'TABLE_BUSY']);

/** Seconds after which locked data may be free again. */
const LOCK_RETRY_SECONDS = 5;
/** Seconds after which somebody may have made space. */
const STORAGE_RETRY_SECONDS = 30;

/** The problem to respond with: a refusal or a retryable error; undefined for a bug of the service. */
export function toProblem(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error;
  // anything can be thrown, so the code is optional
  const { code = '' } = error as { code?: string };
  if (LOCK_CODES.has(code)) return new Problem('dataLocked', { retryAfter: LOCK_RETRY_SECONDS });
  if (code === 'STORAGE_FULL') return new Problem('storageFull', { retryAfter: STORAGE_RETRY_SECONDS });
  return isDatabaseUnavailable(error) || isTransactionConflict(error) ? new Problem('requestTimeout') : undefined;
}

/** Keeps only safe properties: database errors include the statement with its values, which may be secret. */
export function toLoggedError(error: unknown) {
  const { name, code, message, stack } = error as Error & { code?: string };
  return { type: name, code, message, stack };
}

/** Logs an error that no client is told about, if it is neither a refusal nor a database outage, and so is a bug. */
export const logUnexpectedErrors =
  (log: Logger, message: string) =>
  (error: unknown): void => {
    if (!toProblem(error)) log.error({ err: toLoggedError(error) }, message);
  };

/** Logs an operation that finished after its caller had received a timeout response. */
export const logLateCompletion =
  (log: Logger) =>
  ({ error, ...work }: { operation: string; traceId: string; tookMs: number; error: unknown }): void =>
    log.warn(
      { ...work, ...(error === undefined ? {} : { err: toLoggedError(error) }) },
      'operation finished after its response',
    );

/** Logs a response that was cut short because the client disconnected or the source stream failed. */
export const logAbortedResponse =
  (log: Logger) =>
  (error: unknown, ctx?: Context): void =>
    log.warn({ traceId: ctx?.state.traceId, err: toLoggedError(error) }, 'response aborted');
