import { beginWithFirst } from './begin-with-first.ts';
import type { Several } from './statement.ts';
import type { StorageWatch } from './storage.ts';
import { createTableGate, type TableGate, usesOf } from './table-gate.ts';

type Done = (error: Error | null, ...answer: unknown[]) => void;

/** The part of the driver's connection that the pool needs. */
interface Connection {
  query(...sent: unknown[]): unknown;
  execute(...sent: unknown[]): unknown;
  stream: { once(event: 'close', listener: () => void): unknown };
}

/** Less than the ten seconds that a request has: whoever gives up waiting is told so, and nothing is written after that. */
export const waitSeconds = 8;

/** How long a statement waits for a table that a maintenance statement has locked; by itself a server lets it wait for a day. */
const TABLE_WAIT_SECONDS = 4;

/** What the statements are written for: with NO_BACKSLASH_ESCAPES or ANSI_QUOTES the driver's quoting would mean something else. */
const SQL_MODE =
  'ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';

/**
 * Whatever the server's own settings are, a connection has these.
 * @param statementMs until the database gives a statement up; on MySQL that is one that reads only
 */
const sessionSettings = (statementMs: number | undefined) =>
  [
    'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
    `SET SESSION sql_mode = '${SQL_MODE}', lock_wait_timeout = ${TABLE_WAIT_SECONDS},
       innodb_lock_wait_timeout = ${waitSeconds}, time_zone = '+00:00'`,
    // each of the two knows its own setting only, and reads over the other one
    ...(statementMs === undefined
      ? []
      : [
          `SET SESSION /*M! max_statement_time = ${statementMs / 1000}, */ /*!80000 max_execution_time = ${statementMs}, */
             time_zone = '+00:00'`,
        ]),
  ].join('; ');

/**
 * A server that answers so has lost its part: it has left its cluster (WSREP has not yet prepared node), or another one takes the
 * writes since. A new connection may lead to the one that has it.
 */
const lostItsPart = new Set(['ER_UNKNOWN_COM_ERROR', 'ER_OPTION_PREVENTS_STATEMENT', 'ER_READ_ONLY_MODE']);

/** Connections by the product's settings, at most so many; what leads to a server that has lost its part is not used again. */
export function pool(most: number, storage: StorageWatch, statementMs?: number) {
  const leftBehind = new WeakSet<Connection>();
  const gate = createTableGate(most);
  return {
    min: 0,
    max: most,
    afterCreate: (connection: Connection, done: (error: Error | null) => void) => {
      beginWithFirst(connection);
      connection.query(sessionSettings(statementMs), [], (error: Error | null) => {
        watch(connection, { gate, storage, onLost: () => leftBehind.add(connection) });
        done(error);
      });
    },
    validate: (connection: Connection) => !leftBehind.has(connection),
  };
}

const second = /;\s*\S/;

/** What is written into a statement by mistake makes no second one of it: only who says so sends several. */
function refuseSeveral({ sql, several }: Partial<Several>): void {
  if (!several && sql && second.test(sql)) throw new Error('A statement with another one behind it is not sent.');
}

const transactionEdge = /^(BEGIN|COMMIT|ROLLBACK);?$/;

interface Watchers {
  gate: TableGate;
  storage: StorageWatch;
  onLost(): void;
}

/** Looks at what is sent, lets it wait for its turn, and looks at what becomes of the statements that have somebody to tell. */
function watch(connection: Connection, { gate, storage, onLost }: Watchers): void {
  // whoever may have locked rows of a table goes on with it: others wait for the transaction's end
  const inTransaction = new Set<string>();
  let isInTransaction = false;
  const inFlight = new Set<() => void>();
  // a connection that is destroyed tells nobody who waits for an answer
  connection.stream.once('close', () => {
    for (const leave of inFlight) leave();
  });
  for (const name of ['query', 'execute'] as const) {
    const send = connection[name].bind(connection);
    connection[name] = (...sent) => {
      // the driver takes a text, or an object that has it
      const text = (typeof sent[0] === 'string' ? { sql: sent[0] } : sent[0]) as Partial<Several>;
      refuseSeveral(text);
      const done = sent.at(-1);
      if (typeof done !== 'function') return send(...sent);
      const { sql = '' } = text;
      storage.requireSpace(sql);
      if (transactionEdge.test(sql)) {
        isInTransaction = sql.startsWith('BEGIN');
        inTransaction.clear();
      }
      const uses = usesOf(sql, sent[1]).filter((use) => !inTransaction.has(use));
      gate.enter(uses, (refusal) => {
        if (refusal) return done(refusal);
        if (isInTransaction) for (const use of uses) inTransaction.add(use);
        const leave = (hasSucceeded = false) => {
          if (inFlight.delete(leave)) gate.leave(uses, hasSucceeded);
        };
        inFlight.add(leave);
        const told: Done = (error, ...answer) => {
          leave(!error);
          // whatever is thrown, it may have this member
          if (error && lostItsPart.has((error as { code?: string }).code ?? '')) onLost();
          done(error && storage.translate(error), ...answer);
        };
        try {
          return send(...sent.slice(0, -1), told);
        } catch (error) {
          told(error instanceof Error ? error : new Error(String(error)));
        }
      });
    };
  }
}
