import Mysql2Client from 'knex/lib/dialects/mysql2/index.js';
import { createTableGate, type StorageWatch, type TableGate, tableUsesOf } from './statement-guards.ts';

/** Less than the ten seconds that a request has, so that nothing is written after its caller was refused. */
export const LOCK_WAIT_SECONDS = 8;

/** How long a statement waits for a table that a maintenance statement has locked; a server's own default is a day. */
const TABLE_WAIT_SECONDS = 4;

/** What the statements are written for: with NO_BACKSLASH_ESCAPES or ANSI_QUOTES the driver's quoting would mean something else. */
const SQL_MODE =
  'ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';

/**
 * Whatever the server's own settings are, a connection has these. Which key a duplicate belongs to is read from an English message.
 * @param statementMs until the database gives a statement up; on MySQL that is one that reads only
 */
const sessionSettings = (statementMs: number | undefined) =>
  [
    'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
    `SET SESSION sql_mode = '${SQL_MODE}', lock_wait_timeout = ${TABLE_WAIT_SECONDS},
       innodb_lock_wait_timeout = ${LOCK_WAIT_SECONDS}, time_zone = '+00:00', lc_messages = 'en_US'`,
    // each of the two servers knows its own setting only, and skips the other one's
    ...(statementMs === undefined
      ? []
      : [
          `SET SESSION /*M! max_statement_time = ${statementMs / 1000}, */ /*!80000 max_execution_time = ${statementMs}, */
             time_zone = '+00:00'`,
        ]),
  ].join('; ');

/**
 * Errors of a server that has left its cluster (WSREP has not yet prepared node), or that no longer takes the writes. A new
 * connection may lead to the one that does.
 */
const NOT_WRITABLE = new Set(['ER_UNKNOWN_COM_ERROR', 'ER_OPTION_PREVENTS_STATEMENT', 'ER_READ_ONLY_MODE']);

type StatementCallback = (error: Error | null, answer?: unknown, fields?: unknown) => void;

/** The part of the driver's connection that the client needs. */
export interface Connection {
  query(text: string | StatementText, values: unknown, done: StatementCallback): unknown;
  execute(text: string | StatementText, values: unknown, done: StatementCallback): unknown;
  destroy(): void;
  stream: { once(event: 'close', listener: () => void): unknown };
}

/** How the driver sends a statement: with the values in its text, or prepared. */
export type Protocol = 'query' | 'execute';

/** A statement's text. With `isBatch` it holds more than one, whose answers are handed over as a list. */
export interface StatementText {
  sql: string;
  isBatch?: true;
}

export type Response = [answer: unknown, fields: unknown];

/** What Knex' builders make; the response is read by Knex. */
interface BuiltQuery {
  sql: string;
  bindings?: unknown[];
  options?: object;
  response?: Response;
}

interface ConnectionState {
  /** A BEGIN was asked for, but no statement has been sent since. */
  beginsWithNext: boolean;
  isInTransaction: boolean;
  /** Uses of tables that the transaction has already: whoever may have locked rows goes on, and others wait for its end. */
  usesInTransaction: Set<string>;
  /** Gives back the places of statements in the table gate that are not answered yet. */
  inFlight: Set<() => void>;
  isWritable: boolean;
}

interface Options {
  poolSize: number;
  storage: StorageWatch;
  /** Until the database gives a statement up; never, if it is missing. */
  statementMs: number | undefined;
}

const SECOND_STATEMENT = /;\s*\S/;
const BEGIN = /^BEGIN;?$/;
const TRANSACTION_END = /^(COMMIT|ROLLBACK);?$/;
const NO_RESPONSE: Response = [undefined, undefined];

/**
 * Knex's client with the product's session settings. A transaction begins in the same round trip as its first statement (needs
 * `multipleStatements`); a statement waits for its turn in the table gate; no text but one marked `isBatch` may hold two statements.
 */
export function defineClient({ poolSize, storage, statementMs }: Options) {
  const states = new WeakMap<Connection, ConnectionState>();
  const gate = createTableGate(poolSize);

  return class Client extends Mysql2Client {
    override async acquireRawConnection(): Promise<Connection> {
      const connection: Connection = await super.acquireRawConnection();
      const state = createState();
      try {
        await respond((done) => connection.query(sessionSettings(statementMs), [], done));
      } catch (error) {
        connection.destroy();
        throw error;
      }
      states.set(connection, state);
      // a connection that is destroyed answers nobody
      connection.stream.once('close', () => {
        for (const leave of state.inFlight) leave();
      });
      return connection;
    }

    override async validateConnection(connection: Connection): Promise<boolean> {
      return (await super.validateConnection(connection)) && stateOf(connection).isWritable;
    }

    /** Knex sends all that its builders make, and the ends of transactions, by this method. */
    override async _query(connection: Connection, query: string | BuiltQuery): Promise<BuiltQuery> {
      const built = typeof query === 'string' ? { sql: query } : query;
      const { sql, options, bindings = [] } = built;
      const response = await this.send(connection, 'query', options ? { ...options, sql } : { sql }, bindings);
      return Object.assign(built, { response });
    }

    async send(connection: Connection, by: Protocol, text: StatementText, values: unknown): Promise<Response> {
      const { sql, isBatch } = text;
      if (!isBatch && SECOND_STATEMENT.test(sql))
        throw new Error('A statement with another one behind it is not sent.');
      storage.requireSpace(sql);
      const state = stateOf(connection);
      if (BEGIN.test(sql)) {
        Object.assign(state, { beginsWithNext: true, isInTransaction: true });
        return NO_RESPONSE;
      }
      if (TRANSACTION_END.test(sql)) {
        const hasBegun = !state.beginsWithNext;
        Object.assign(state, { beginsWithNext: false, isInTransaction: false });
        state.usesInTransaction.clear();
        return hasBegun ? respond((done) => connection.query(text, values, noteErrors(state, done))) : NO_RESPONSE;
      }
      const uses = tableUsesOf(sql, values).filter((use) => !state.usesInTransaction.has(use));
      return respond((done) =>
        gate.enter(uses, (refusal) => {
          if (refusal) return done(refusal);
          if (state.isInTransaction) for (const use of uses) state.usesInTransaction.add(use);
          sendNow(connection, { by, text, values }, noteErrors(state, leaveGate(gate, { uses, state }, done)));
        }),
      );
    }
  };

  function stateOf(connection: Connection): ConnectionState {
    const state = states.get(connection);
    if (!state) throw new Error('The connection was not opened by this client.');
    return state;
  }

  function sendNow(connection: Connection, { by, text, values }: Sent, done: StatementCallback): void {
    const state = stateOf(connection);
    if (!state.beginsWithNext) {
      connection[by](text, values, done);
      return;
    }
    state.beginsWithNext = false;
    // a prepared statement is one statement
    if (by === 'execute')
      connection.query('BEGIN', [], (error) => (error ? done(error) : connection.execute(text, values, done)));
    else
      connection.query({ ...text, sql: `BEGIN; ${text.sql}` }, values, (error, answers, fields) =>
        error ? done(error) : done(null, withoutBegin(text, answers), withoutBegin(text, fields)),
      );
  }

  /** Notes what an error says of the server before it is handed on. */
  function noteErrors(state: ConnectionState, done: StatementCallback): StatementCallback {
    return (error, answer, fields) => {
      if (!error) return done(null, answer, fields);
      // whatever is thrown, it may have this member
      if (NOT_WRITABLE.has((error as { code?: string }).code ?? '')) state.isWritable = false;
      done(storage.translate(error));
    };
  }
}

interface Sent {
  by: Protocol;
  text: StatementText;
  values: unknown;
}

const createState = (): ConnectionState => ({
  beginsWithNext: false,
  isInTransaction: false,
  usesInTransaction: new Set(),
  inFlight: new Set(),
  isWritable: true,
});

const respond = (send: (done: StatementCallback) => unknown): Promise<Response> =>
  new Promise((resolve, reject) =>
    send((error, answer, fields) => (error ? reject(error) : resolve([answer, fields]))),
  );

/** Gives a statement's place in the gate back once it is answered, or its connection is destroyed. */
function leaveGate(
  gate: TableGate,
  { uses, state }: { uses: string[]; state: ConnectionState },
  done: StatementCallback,
): StatementCallback {
  if (uses.length === 0) return done;
  const leave = (hasSucceeded = false) => {
    if (state.inFlight.delete(leave)) gate.leave(uses, hasSucceeded);
  };
  state.inFlight.add(leave);
  return (error, answer, fields) => {
    leave(!error);
    done(error, answer, fields);
  };
}

/** Of several answers the driver makes a list, BEGIN's first; one alone is handed over as it would be without BEGIN. */
function withoutBegin({ isBatch }: StatementText, answers: unknown): unknown {
  // a text of two statements and more is answered by a list
  const [, ...rest] = answers as unknown[];
  return isBatch ? rest : rest[0];
}
