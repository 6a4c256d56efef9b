import { type Database, fromJson } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Query } from '#http/operation-types.ts';
import { logPage } from './log-page.ts';
import type { LogFilter, LogRow, LogTable } from './read-log.ts';

type Entry = Schemas['UserLogEntry'];
type Asked = Query<'listUserLogs'>;

export const userLog: LogTable = {
  table: 'user_log',
  id: 'id',
  columns: ['act', 'user_id', 'username', 'target_kind', 'target_id', 'target', 'details', 'address', 'client'],
};

export function userLogFilter({ user, about, act, address, from, to }: Omit<Asked, 'cursor' | 'limit'>): LogFilter {
  const asked = Object.entries({ username: user, target: about, act, address });
  return {
    conditions: asked.flatMap(([key, value]) => (value === undefined ? [] : [{ key, columns: { [key]: value } }])),
    from,
    to,
  };
}

/** A page as the contract has it. */
export async function userLogPage(db: Database, query: Asked) {
  const { items, ...page } = await logPage(db, userLog, userLogFilter(query), query);
  return { items: items.map(toEntry), ...page };
}

export const toEntry = (row: LogRow): Entry => ({
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
