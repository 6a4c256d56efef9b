import Mysql2Client from 'knex/lib/dialects/mysql2/index.js';
import { inSpan, isTracing } from '#tracing';
import { createTableGate, type StorageWatch, type TableGate, tableUsesOf } from './statement-guards.ts';

/** Less than the ten seconds of a request, so that nothing is written after the request has timed out. */
export const LOCK_WAIT_SECONDS = 8;

/** How long a statement waits for a table that a maintenance statement has locked; the server's default is a day. */
const TABLE_WAIT_SECONDS = 4;

/** The modes that all statements rely on; with NO_BACKSLASH_ESCAPES or ANSI_QUOTES the driver's quoting would be wrong. */
const SQL_MODE =
  'ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';

/**
 * Returns the session settings, independent of the server's defaults. Messages are in English, as the key of a duplicate is parsed from
 * one.
 * @param statementLimitMs the time limit of statements; on MySQL only of reading ones
 */
const sessionSettings = (statementLimitMs: number | undefined) =>
  [
    'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
    `SET SESSION sql_mode = '${SQL_MODE}', lock_wait_timeout = ${TABLE_WAIT_SECONDS},
       innodb_lock_wait_timeout = ${LOCK_WAIT_SECONDS}, time_zone = '+00:00', lc_messages = 'en_US'`,
    // MariaDB and MySQL each ignore the other one's setting
    ...(statementLimitMs === undefined
      ? []
      : [
          `SET SESSION /*M! max_statement_time = ${statementLimitMs / 1000}, */ /*!80000 max_execution_time = ${statementLimitMs}, */
             time_zone = '+00:00'`,
        ]),
  ].join('; ');

/**
 * Errors of a server that has left its cluster (WSREP has not yet prepared node) or has become read-only. A new connection may reach a
 * writable server.
 */
const NOT_WRITABLE_CODES = new Set(['ER_UNKNOWN_COM_ERROR', 'ER_OPTION_PREVENTS_STATEMENT', 'ER_READ_ONLY_MODE']);

type StatementCallback = (error: Error | null, result?: unknown, fields?: unknown) => void;

/** The part of the driver's connection that the client needs. */
export interface Connection {
  query(text: string | StatementText, values: unknown, done: StatementCallback): unknown;
  execute(text: string | StatementText, values: unknown, done: StatementCallback): unknown;
  destroy(): void;
  stream: { once(event: 'close', listener: () => void): unknown };
}

/** How the driver sends a statement: with the values in its text, or prepared. */
export type Protocol = 'query' | 'execute';

/** A statement's text. With `isBatch` it contains several statements, whose results are returned as a list. */
export interface StatementText {
  sql: string;
  isBatch?: true;
}

export type DriverResponse = [result: unknown, fields: unknown];

/** A query from Knex's builders; Knex reads the response. */
interface BuiltQuery {
  sql: string;
  bindings?: unknown[];
  options?: object;
  response?: DriverResponse;
}

interface ConnectionState {
  /** Whether a BEGIN was requested that will be sent with the next statement. */
  beginsWithNext: boolean;
  isInTransaction: boolean;
  /** The table uses that the transaction has already been admitted for, so that a transaction with locks never waits for another turn. */
  usesInTransaction: Set<string>;
  /** Releases the places of running statements in the table gate. */
  inFlight: Set<() => void>;
  isWritable: boolean;
}

interface Options {
  poolSize: number;
  storage: StorageWatch;
  /** The time limit of statements, if any. */
  statementLimitMs: number | undefined;
}

const SECOND_STATEMENT = /;\s*\S/;
const BEGIN = /^BEGIN;?$/;
const TRANSACTION_END = /^(COMMIT|ROLLBACK);?$/;
const NO_RESPONSE: DriverResponse = [undefined, undefined];

/**
 * Defines a Knex client with the session settings. A transaction begins in the same round trip as its first statement (which requires
 * `multipleStatements`), statements pass the table gate, and only texts marked `isBatch` may contain several statements.
 */
export function defineClient({ poolSize, storage, statementLimitMs }: Options) {
  const states = new WeakMap<Connection, ConnectionState>();
  const gate = createTableGate(poolSize);

  return class Client extends Mysql2Client {
    override async acquireRawConnection(): Promise<Connection> {
      const connection: Connection = await super.acquireRawConnection();
      const state = createState();
      try {
        await toDriverResponse((done) => connection.query(sessionSettings(statementLimitMs), [], done));
      } catch (error) {
        connection.destroy();
        throw error;
      }
      states.set(connection, state);
      // a destroyed connection never calls back
      connection.stream.once('close', () => {
        for (const leave of state.inFlight) leave();
      });
      return connection;
    }

    override async validateConnection(connection: Connection): Promise<boolean> {
      return (await super.validateConnection(connection)) && stateOf(connection).isWritable;
    }

    /** Knex sends all queries of its builders, and the ends of transactions, through this method. */
    override async _query(connection: Connection, query: string | BuiltQuery): Promise<BuiltQuery> {
      const builtQuery = typeof query === 'string' ? { sql: query } : query;
      const { sql, options, bindings = [] } = builtQuery;
      const response = await this.send(connection, 'query', options ? { ...options, sql } : { sql }, bindings);
      return Object.assign(builtQuery, { response });
    }

    send(connection: Connection, protocol: Protocol, text: StatementText, values: unknown): Promise<DriverResponse> {
      const sendNow = () => this.sendUntraced(connection, protocol, text, values);
      if (!isTracing()) return sendNow();
      const [, operation = 'statement'] = /^\W*(\w+)/.exec(text.sql) ?? [];
      const attributes = { 'db.system.name': 'mysql', 'db.query.text': withoutTexts(text.sql) };
      return inSpan(operation.toUpperCase(), { kind: 'client', attributes, onlyWithin: true }, sendNow);
    }

    async sendUntraced(
      connection: Connection,
      protocol: Protocol,
      text: StatementText,
      values: unknown,
    ): Promise<DriverResponse> {
      const { sql, isBatch } = text;
      if (!isBatch && SECOND_STATEMENT.test(sql)) throw new Error('A text with several statements is not allowed.');
      storage.assertSpace(sql);
      const state = stateOf(connection);
      if (BEGIN.test(sql)) {
        Object.assign(state, { beginsWithNext: true, isInTransaction: true });
        return NO_RESPONSE;
      }
      if (TRANSACTION_END.test(sql)) {
        const hasBegun = !state.beginsWithNext;
        Object.assign(state, { beginsWithNext: false, isInTransaction: false });
        state.usesInTransaction.clear();
        return hasBegun
          ? toDriverResponse((done) => connection.query(text, values, noteErrors(state, done)))
          : NO_RESPONSE;
      }
      const uses = tableUsesOf(sql, values).filter((use) => !state.usesInTransaction.has(use));
      return toDriverResponse((done) =>
        gate.enter(uses, (refusal) => {
          if (refusal) return done(refusal);
          if (state.isInTransaction) for (const use of uses) state.usesInTransaction.add(use);
          sendToDriver(
            connection,
            { protocol, text, values },
            noteErrors(state, leaveGate(gate, { uses, state }, done)),
          );
        }),
      );
    }
  };

  function stateOf(connection: Connection): ConnectionState {
    const state = states.get(connection);
    if (!state) throw new Error('The connection was not opened by this client.');
    return state;
  }

  function sendToDriver(
    connection: Connection,
    { protocol, text, values }: PendingStatement,
    done: StatementCallback,
  ): void {
    const state = stateOf(connection);
    if (!state.beginsWithNext) {
      connection[protocol](text, values, done);
      return;
    }
    state.beginsWithNext = false;
    // a prepared statement cannot include BEGIN
    if (protocol === 'execute')
      connection.query('BEGIN', [], (error) => (error ? done(error) : connection.execute(text, values, done)));
    else
      connection.query({ ...text, sql: `BEGIN; ${text.sql}` }, values, (error, results, fields) =>
        error ? done(error) : done(null, dropBeginResult(text, results), dropBeginResult(text, fields)),
      );
  }

  /** Marks the connection if its server is not writable, and converts errors of a full disk and translates them. */
  function noteErrors(state: ConnectionState, done: StatementCallback): StatementCallback {
    return (error, result, fields) => {
      if (!error) return done(null, result, fields);
      // the cast: any thrown value may have this member
      if (NOT_WRITABLE_CODES.has((error as { code?: string }).code ?? '')) state.isWritable = false;
      done(storage.translate(error));
    };
  }
}

const MAX_TRACED_LENGTH = 2000;

/** Returns a statement without the texts in it, which may be values, for a trace. */
const withoutTexts = (sql: string): string =>
  sql
    .slice(0, MAX_TRACED_LENGTH)
    .replaceAll(/'(?:[^'\\]|\\.)*(?:'|$)/gs, '?')
    .trim();

interface PendingStatement {
  protocol: Protocol;
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

const toDriverResponse = (send: (done: StatementCallback) => unknown): Promise<DriverResponse> =>
  new Promise((resolve, reject) =>
    send((error, result, fields) => (error ? reject(error) : resolve([result, fields]))),
  );

/** Releases a statement's place in the gate once it has finished or its connection is destroyed. */
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
  return (error, result, fields) => {
    leave(!error);
    done(error, result, fields);
  };
}

/** Removes the result of BEGIN from the driver's list; a single remaining result is returned without a list. */
function dropBeginResult({ isBatch }: StatementText, results: unknown): unknown {
  // the cast: several statements yield a list of results
  const [, ...otherResults] = results as unknown[];
  return isBatch ? otherResults : otherResults[0];
}
