import type { Pool, ResultSetHeader } from 'mysql2/promise';
import { type Row, toIsoTime } from './database.ts';

type Body = Record<string, string | number | null>;

export interface Actor {
  userId: number;
  username: string;
}

const amounts = ['buy', 'sell', 'cashBuy', 'cashSell', 'middle'] as const;
const columns = ['buy', 'sell', 'cash_buy', 'cash_sell', 'middle'] as const;

// Updates, logs and queues in one round trip. If the update matches no row, the inserts write no rows.
const UPDATE_SQL = `
  START TRANSACTION;
  UPDATE rate_board SET ${columns.map((column) => `${column} = ?`).join(', ')}, unit = ?, version = version + 1,
    update_time = ?, updated_by = ?, import_id = NULL WHERE id = ? AND version = ?;
  INSERT INTO data_log (entity, record_id, action, version, time, actor_id, actor, \`before\`, \`after\`, refs)
    SELECT 'rate_board', ?, 'update', ?, ?, ?, ?, ?, ?, '{}' FROM DUAL WHERE ROW_COUNT() = 1;
  INSERT INTO change_outbox (seq, entity, record_id, version)
    SELECT LAST_INSERT_ID(), 'rate_board', ?, ? FROM DUAL WHERE ROW_COUNT() = 1;
  COMMIT`;

/** Updates a rate's amounts and unit and logs it, in two round trips. Throws if another writer was faster. */
export async function updateRate(pool: Pool, id: number, version: number, body: Body, { userId, username }: Actor) {
  const [[row]] = await pool.execute<Row[]>('SELECT * FROM rate_board WHERE id = ?', [id]);
  if (row?.version !== version) throw new Error(`rate ${id} is not at version ${version}`);
  const time = new Date().toISOString();
  const sqlTime = time.slice(0, 23).replace('T', ' ');
  const before = toRecord(row);
  const values = Object.fromEntries(amounts.map((name) => [name, body[name] ?? null]));
  const versionFields = { version: version + 1, updateTime: time, updatedBy: username };
  const record = JSON.stringify({ ...before, unit: body.unit, ...values, ...versionFields });
  const [results] = await pool.query<ResultSetHeader[]>(UPDATE_SQL, [
    ...Object.values(values),
    ...[body.unit, sqlTime, username, id, version],
    ...[id, version + 1, sqlTime, userId, username, JSON.stringify(before), record],
    ...[id, version + 1],
  ]);
  if (results[1]?.affectedRows !== 1) throw new Error(`rate ${id} was changed meanwhile`);
  return { data: `{"record":${record},"labels":{}}`, version: version + 1 };
}

const withoutTrailingZeros = (amount: string | null) => amount?.replace(/\.?0+$/, '');

const toRecord = (row: Row) => ({
  id: row.id,
  base: row.base,
  quote: row.quote,
  source: row.source,
  quotedAt: toIsoTime(row.quoted_at),
  unit: row.unit,
  ...Object.fromEntries(amounts.map((name, index) => [name, withoutTrailingZeros(row[columns[index] ?? ''])])),
  status: row.status,
  version: row.version,
  createTime: toIsoTime(row.create_time),
  updateTime: toIsoTime(row.update_time),
  createdBy: row.created_by,
  updatedBy: row.updated_by,
  warnings: [],
});
