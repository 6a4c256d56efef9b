import type { Knex } from 'knex';
import { escape as byDriver } from 'mysql2';
import type { Protocol, StatementText } from './mysql-client.ts';

/** What a prepared statement takes. */
export type Value = string | number | boolean | Date | Buffer | null;

/** What `executeText` sends. */
export interface Statement {
  sql: string;
  values: unknown[];
}

/**
 * The driver's answer to a statement that is the same each time but for its values: rows, or what became of a write. The database
 * parses it once per connection, and no builder makes its text anew for each request.
 */
export const executePrepared = <T>(db: Knex, sql: string, values: Value[]): Promise<T> =>
  send(db, 'execute', { sql, values });

/** The driver's answer to a statement with lists for `IN (?)` and `VALUES ?`, a record for `SET ?`, names for `??`. */
export const executeText = <T>(db: Knex, sql: string, values: unknown[]): Promise<T> =>
  send(db, 'query', { sql, values });

// the text stays well below the 16 MiB that MariaDB takes, whatever the records hold
const MAX_STATEMENTS_TOGETHER = 25;

/** Statements one after the other, many in one trip to the database: where one is refused, none after it is done. */
export async function executeTogether(trx: Knex.Transaction, statements: Statement[]): Promise<void> {
  for (let at = 0; at < statements.length; at += MAX_STATEMENTS_TOGETHER) {
    const some = statements.slice(at, at + MAX_STATEMENTS_TOGETHER);
    const sql = some.map((one) => one.sql).join('; ');
    const values = some.flatMap((one) => one.values);
    await sendOnce(trx, 'query', { sql, isBatch: true, values });
  }
}

async function send<T>(db: Knex, by: Protocol, statement: Statement): Promise<T> {
  try {
    return await sendOnce<T>(db, by, statement);
  } catch (error) {
    if (db.isTransaction || !READ_ONLY.test(statement.sql) || !isConnectionLost(error)) throw error;
    return await sendOnce<T>(db, by, statement);
  }
}

const READ_ONLY = /^\s*\(*(SELECT|WITH)\b/;

/**
 * Whether an error is that the database, or what is between, had ended the connection, as a pool may learn only by using it. What
 * only reads, or has not begun, may be sent once more.
 */
export function isConnectionLost(error: unknown): boolean {
  // whatever is thrown, it may have this member
  return ['PROTOCOL_CONNECTION_LOST', 'ECONNRESET', 'EPIPE'].includes((error as { code?: string }).code ?? '');
}

async function sendOnce<T>(db: Knex, by: Protocol, { values, ...text }: StatementText & Statement): Promise<T> {
  // its connection may be somebody else's by now
  if (db.isTransaction && (db as Knex.Transaction).isCompleted()) throw new Error('The transaction is over already.');
  const connection = await db.client.acquireConnection();
  try {
    // as Knex tells of its own
    db.client.emit('query', { sql: text.sql, bindings: values });
    const [answer] = await db.client.send(connection, by, text, values);
    // what a statement answers is known to who wrote it
    return answer as T;
  } finally {
    db.client.releaseConnection(connection);
  }
}

const SPECIAL_CHARACTER = /['\\]/;
const SPECIAL_CHARACTERS = /['\\]/g;

/** A text as SQL has it. Nothing else has a meaning within single quotes; the driver would write all double quotes of JSON anew, too. */
const quote = (text: string) =>
  `'${SPECIAL_CHARACTER.test(text) ? text.replaceAll(SPECIAL_CHARACTERS, '\\$&') : text}'`;

function toSqlLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'string') return quote(value);
  // the driver takes whatever it is, times in UTC
  return byDriver(value as Date, true, 'Z');
}

/** Rows as `VALUES` takes them, in one text: what is put together piece by piece is copied several times over. */
export function toSqlLiterals(rows: readonly (readonly unknown[])[]): string {
  const texts: string[] = [];
  for (const row of rows) texts.push(`(${row.map(toSqlLiteral).join()})`);
  return texts.join();
}
