import type { Pool } from 'mysql2/promise';
import { type CachedCounts, MAX_COUNTED_LOG_ROWS } from './count-cache.ts';
import { type Row, toIsoTime } from './database.ts';

const ENTITY_TABLES = [
  'country',
  'city',
  'airport',
  'airline',
  'cabin',
  'protocol',
  'rate_board',
  'train_station',
  'eurail_station',
];
const existsCases = ENTITY_TABLES.map(
  (table) => `WHEN '${table}' THEN EXISTS (SELECT 1 FROM ${table} WHERE id = log.record_id)`,
).join(' ');
const columns = `log.seq, log.time, log.entity, log.record_id, log.code, log.action, log.version, log.actor, log.proposer,
  log.reason, IF(log.action IN ('update', 'restore') OR log.after IS NULL, log.before, NULL) AS earlier,
  log.after AS later, feed.position, CASE log.entity ${existsCases} END AS record_exists`;

/** Returns the page of the log after a cursor, newest first. Rows are found by the index of times, and only the rows of the page are read completely. */
export async function readLogPage(
  pool: Pool,
  counts: CachedCounts,
  cursor: number | undefined,
  limit: number,
): Promise<string> {
  const after = cursor === undefined ? [] : [await readTime(pool, cursor), cursor];
  const [rows] = await pool.query<Row[]>(
    `SELECT ${columns} FROM (
       SELECT seq, time FROM data_log FORCE INDEX (data_log__time)
       ${cursor === undefined ? '' : 'WHERE time < ? OR (time = ? AND seq < ?)'} ORDER BY time DESC, seq DESC LIMIT ?) AS page
     STRAIGHT_JOIN data_log AS log ON log.seq = page.seq LEFT JOIN change_feed AS feed ON feed.seq = log.seq
     ORDER BY page.time DESC, page.seq DESC`,
    [...after.slice(0, 1), ...after, limit + 1],
  );
  const items = rows.slice(0, limit);
  return JSON.stringify({
    items: items.map(toEntry),
    nextCursor: rows.length > limit ? String(items.at(-1)?.seq) : null,
    total: Math.min(counts.log, MAX_COUNTED_LOG_ROWS),
    totalCapped: counts.log > MAX_COUNTED_LOG_ROWS,
    task: null,
    labels: {},
  });
}

async function readTime(pool: Pool, seq: number): Promise<string> {
  const [[row]] = await pool.execute<Row[]>('SELECT time FROM data_log WHERE seq = ?', [seq]);
  return row?.time;
}

type LoggedRecord = Record<string, unknown> & { name?: string; locales?: object };

function toEntry(row: Row): object {
  const before: LoggedRecord | null = JSON.parse(row.earlier);
  const after: LoggedRecord | null = JSON.parse(row.later);
  const record = after ?? before ?? {};
  const changes = before && after ? changedPointers(before, after) : [];
  return {
    seq: row.seq,
    position: row.position,
    time: toIsoTime(row.time),
    entity: row.entity,
    recordId: row.record_id,
    code: row.code,
    name: record.name ?? `${record.base}/${record.quote} ${record.source}`,
    locales: record.locales ?? {},
    action: row.action,
    version: row.version,
    actor: row.actor,
    ...(row.proposer ? { proposer: row.proposer } : {}),
    ...(row.reason ? { reason: row.reason } : {}),
    changes,
    values: before && after ? listedValues(changes, before, after) : [],
    exists: row.record_exists === 1,
  };
}

/** Returns the first two changes with their values or, without any, that of the status. */
function listedValues(changes: string[], before: LoggedRecord, after: LoggedRecord): object[] {
  const pointers = changes.length > 0 ? changes.slice(0, 2) : isEqual(before.status, after.status) ? [] : ['/status'];
  return pointers.map((pointer) => ({
    pointer,
    before: valueAt(before, pointer),
    after: valueAt(after, pointer),
  }));
}

function valueAt(record: LoggedRecord, pointer: string): unknown {
  const value = pointer
    .slice(1)
    .split('/')
    .reduce<unknown>((parent, name) => (isObject(parent) ? parent[name] : undefined), record);
  return value ?? null;
}

const systemFields = new Set([
  'id',
  'status',
  'version',
  'createTime',
  'updateTime',
  'createdBy',
  'updatedBy',
  'warnings',
]);

/** Returns pointers to the fields that users changed. An object such as `locales` is compared entry by entry. */
function changedPointers(before: LoggedRecord, after: LoggedRecord): string[] {
  return Object.keys(after).flatMap((name) => {
    if (systemFields.has(name) || isEqual(before[name], after[name])) return [];
    const [oldValue, newValue] = [before[name], after[name]];
    if (!isObject(oldValue) || !isObject(newValue)) return [`/${name}`];
    const keys = [...new Set([...Object.keys(oldValue), ...Object.keys(newValue)])];
    return keys.filter((key) => !isEqual(oldValue[key], newValue[key])).map((key) => `/${name}/${key}`);
  });
}

const isEqual = (left: unknown, right: unknown) => left === right || JSON.stringify(left) === JSON.stringify(right);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the changes after a position. The log stores records as responses contain them. */
export async function readFeedPage(pool: Pool, cursor: number, limit: number): Promise<string> {
  const [[heads], rows] = await pool
    .query<Row[][]>(
      `SELECT MAX(IF(name = 'head', position, 0)) AS position, MAX(IF(name = 'epoch', position, 0)) AS epoch FROM feed_mark;
       SELECT feed.position, feed.entity, feed.record_id, log.code, log.action, log.version, log.time, log.after AS later
       FROM (SELECT position, seq, entity, record_id FROM change_feed WHERE position > ? ORDER BY position LIMIT ?) AS feed
       STRAIGHT_JOIN data_log AS log ON log.seq = feed.seq ORDER BY feed.position`,
      [cursor, limit],
    )
    .then(([[head = [], page = []]]) => [head, page] as const);
  const last: number = rows.at(-1)?.position ?? cursor;
  const position = rows.length < limit ? Math.max(last, heads?.position) : last;
  return `{"items":[${rows.map((row) => toItem(row, heads?.epoch)).join()}],"nextCursor":"${position}","epoch":${heads?.epoch},"more":${position < heads?.position}}`;
}

const toItem = ({ position, entity, record_id, code, action, version, time, later }: Row, epoch: number): string =>
  `{"id":"chg_${position}","schema":1,"epoch":${epoch},"position":${position},"entity":"${entity}","recordId":${record_id},` +
  `"code":${JSON.stringify(code)},"action":"${action}","version":${version},"time":"${toIsoTime(time)}",` +
  `"deleted":${later === null},"record":${later}}`;
