import { type Database, fromJson } from '#database';
import type { OperationId, Schemas } from '#http/contract.ts';
import type { Handlers, Query } from '#http/operation-types.ts';
import { exportLog, LOG_FILE_TYPES, type LogFile } from './export-log.ts';
import { type LogFilter, type LogRow, type LogTable, readLogPage } from './read-log.ts';
import { logAct, logActorOf } from './user-log.ts';

type UserLogOperation = Extract<OperationId, 'listUserLogs' | 'exportUserLogs'>;

export const userLogHandlers = ({ db }: { db: Database }): Pick<Handlers, UserLogOperation> => ({
  listUserLogs: async ({ query }) => ({ status: 200, data: await readUserLogPage(db, query) }),

  exportUserLogs: async (request) => {
    const { format, ...filterQuery } = request.query;
    const stream = await exportLog(db, userLogFile, userLogFilter(filterQuery), format);
    // logged before the first byte is sent, as an aborted transfer has exported data as well
    await logAct(db, {
      ...logActorOf(request),
      act: 'logExported',
      target: { kind: 'operation', id: null, name: 'exportUserLogs' },
      details: { query: String(new URLSearchParams(request.query)) },
    });
    return { status: 200, stream, type: LOG_FILE_TYPES[format], filename: `user-log.${format}` };
  },
});

type Entry = Schemas['UserLogEntry'];
type ListQuery = Query<'listUserLogs'>;

export const USER_LOG: LogTable = {
  table: 'user_log',
  id: 'id',
  columns: ['act', 'user_id', 'username', 'target_kind', 'target_id', 'target', 'details', 'address', 'client'],
};

export function userLogFilter({ user, about, act, address, from, to }: Omit<ListQuery, 'cursor' | 'limit'>): LogFilter {
  const columns = Object.entries({ username: user, target: about, act, address });
  return {
    conditions: columns.flatMap(([key, value]) => (value === undefined ? [] : [{ key, columns: { [key]: value } }])),
    from,
    to,
  };
}

/** Reads a page in the contract's form. */
export async function readUserLogPage(db: Database, query: ListQuery) {
  const { items, ...page } = await readLogPage(db, USER_LOG, userLogFilter(query), query);
  return { items: items.map(toEntry), ...page };
}

const toEntry = (row: LogRow): Entry => ({
  id: Number(row.id),
  time: row.time.toISOString(),
  // the cast: written by `logAct`
  act: row.act as Entry['act'],
  userId: row.user_id === null ? null : Number(row.user_id),
  username: String(row.username),
  target: toTarget(row),
  details: fromJson(row.details) ?? {},
  address: String(row.address),
  client: String(row.client),
});

const toTarget = ({ target_kind, target_id, target }: LogRow): Entry['target'] =>
  target_kind === null
    ? null
    : {
        // the cast: written by `logAct`
        kind: target_kind as NonNullable<Entry['target']>['kind'],
        id: target_id === null ? null : Number(target_id),
        name: String(target),
      };

const COLUMNS = ['id', 'time', 'act', 'userId', 'username', 'targetKind', 'targetId', 'target'];
const FURTHER_COLUMNS = ['details', 'address', 'client'];

const userLogFile: LogFile<Schemas['UserLogEntry']> = {
  log: USER_LOG,
  toEntries: (_, rows) => rows.map(toEntry),
  columns: [...COLUMNS, ...FURTHER_COLUMNS],
  toColumns: ({ target, details, ...entry }) => ({
    ...entry,
    targetKind: target?.kind,
    targetId: target?.id,
    target: target?.name,
    details: Object.keys(details).length > 0 ? JSON.stringify(details) : undefined,
  }),
};
