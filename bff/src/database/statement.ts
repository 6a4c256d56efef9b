import type { Knex } from 'knex';
import { escape as escapeByDriver } from 'mysql2';
import type { Protocol, StatementText } from './mysql-client.ts';

/** A parameter of a prepared statement. */
export type Value = string | number | boolean | Date | Buffer | null;

/** A statement for `executeUnprepared`. */
export interface Statement {
  sql: string;
  values: unknown[];
}

/**
 * Executes a prepared statement, for a fixed text with varying values, and returns the driver's result. The database parses the text only
 * once per connection.
 */
export const executePrepared = <T>(db: Knex, sql: string, values: Value[]): Promise<T> =>
  send(db, 'execute', { sql, values });

/** Executes a statement with lists for `IN (?)` and `VALUES ?`, an object for `SET ?`, and names for `??`; returns the driver's result. */
export const executeUnprepared = <T>(db: Knex, sql: string, values: unknown[]): Promise<T> =>
  send(db, 'query', { sql, values });

interface RowChanges {
  affectedRows?: number;
}

// keeps the text well below MariaDB's limit of 16 MiB
const MAX_STATEMENTS_TOGETHER = 25;

/**
 * Executes statements that change rows in order, many per round trip; if one fails, the later ones are not executed. Returns the number of
 * rows that they changed.
 */
export async function executeTogether(trx: Knex.Transaction, statements: Statement[]): Promise<number> {
  let affectedRows = 0;
  for (let at = 0; at < statements.length; at += MAX_STATEMENTS_TOGETHER) {
    const batch = statements.slice(at, at + MAX_STATEMENTS_TOGETHER);
    const sql = batch.map((statement) => statement.sql).join('; ');
    const values = batch.flatMap((statement) => statement.values);
    // the driver returns a single result for a single statement
    const results = await sendOnce<RowChanges | RowChanges[]>(trx, 'query', { sql, isBatch: true, values });
    for (const result of [results].flat()) affectedRows += result.affectedRows ?? 0;
  }
  return affectedRows;
}

async function send<T>(db: Knex, protocol: Protocol, statement: Statement): Promise<T> {
  try {
    return await sendOnce<T>(db, protocol, statement);
  } catch (error) {
    if (db.isTransaction || !READ_ONLY.test(statement.sql) || !isConnectionLost(error)) throw error;
    return await sendOnce<T>(db, protocol, statement);
  }
}

const READ_ONLY = /^\s*\(*(SELECT|WITH)\b/;

/**
 * Whether an error means that the connection had been closed, which a pool notices only when it uses the connection. A statement that
 * only reads, or a transaction that has not begun, may be retried.
 */
export function isConnectionLost(error: unknown): boolean {
  // the cast: any thrown value may have this member
  return ['PROTOCOL_CONNECTION_LOST', 'ECONNRESET', 'EPIPE'].includes((error as { code?: string }).code ?? '');
}

async function sendOnce<T>(db: Knex, protocol: Protocol, { values, ...text }: StatementText & Statement): Promise<T> {
  // the connection may already be in use for something else
  if (db.isTransaction && (db as Knex.Transaction).isCompleted()) throw new Error('The transaction is over already.');
  const connection = await db.client.acquireConnection();
  try {
    // emitted like for Knex's own queries
    db.client.emit('query', { sql: text.sql, bindings: values });
    const [answer] = await db.client.send(connection, protocol, text, values);
    // the cast: only the caller knows the type of the result
    return answer as T;
  } finally {
    db.client.releaseConnection(connection);
  }
}

const SPECIAL_CHARACTER = /['\\]/;
const SPECIAL_CHARACTERS = /['\\]/g;

/** Quotes a text for SQL. Only these characters have a meaning within single quotes; the driver would also escape all double quotes in JSON. */
const quoteSql = (text: string) =>
  `'${SPECIAL_CHARACTER.test(text) ? text.replaceAll(SPECIAL_CHARACTERS, '\\$&') : text}'`;

function toSqlLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'string') return quoteSql(value);
  // the cast: the driver accepts any value; times are in UTC
  return escapeByDriver(value as Date, true, 'Z');
}

/** Formats rows for `VALUES`; a single join avoids copying a growing text. */
export function toSqlLiterals(rows: readonly (readonly unknown[])[]): string {
  const texts: string[] = [];
  for (const row of rows) texts.push(`(${row.map(toSqlLiteral).join()})`);
  return texts.join();
}
