import { type Database, fromJson } from '#database';
import type { OperationId, Schemas } from '#http/contract.ts';
import type { Handlers, Query } from '#http/operation-types.ts';
import { exportLog, LOG_FILE_TYPES, type LogFile } from './export-log.ts';
import { type LogFilter, type LogRow, type LogTable, logPage } from './read-log.ts';
import { logAct, logActorOf } from './user-log.ts';

type UserLogOperation = Extract<OperationId, 'listUserLogs' | 'exportUserLogs'>;

export const userLogHandlers = ({ db }: { db: Database }): Pick<Handlers, UserLogOperation> => ({
  listUserLogs: async ({ query }) => ({ status: 200, data: await userLogPage(db, query) }),

  exportUserLogs: async (request) => {
    const { format, ...asked } = request.query;
    const stream = await exportLog(db, userLogFile, userLogFilter(asked), format);
    // before anything leaves: who breaks the transfer off has taken what came until then
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

export const userLog: LogTable = {
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

/** A page as the contract has it. */
export async function userLogPage(db: Database, query: ListQuery) {
  const { items, ...page } = await logPage(db, userLog, userLogFilter(query), query);
  return { items: items.map(toEntry), ...page };
}

const toEntry = (row: LogRow): Entry => ({
  id: Number(row.id),
  time: row.time.toISOString(),
  // what logAct writes there
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
        // what logAct writes there
        kind: target_kind as NonNullable<Entry['target']>['kind'],
        id: target_id === null ? null : Number(target_id),
        name: String(target),
      };

const COLUMNS = ['id', 'time', 'act', 'userId', 'username', 'targetKind', 'targetId', 'target'];
const MORE_COLUMNS = ['details', 'address', 'client'];

const userLogFile: LogFile<Schemas['UserLogEntry']> = {
  log: userLog,
  toEntries: (_, rows) => rows.map(toEntry),
  columns: [...COLUMNS, ...MORE_COLUMNS],
  toColumns: ({ target, details, ...entry }) => ({
    ...entry,
    targetKind: target?.kind,
    targetId: target?.id,
    target: target?.name,
    details: Object.keys(details).length > 0 ? JSON.stringify(details) : undefined,
  }),
};
