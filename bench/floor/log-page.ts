import type { Pool } from 'mysql2/promise';
import { iso, type Row } from './database.ts';
import { type Kept, logCap } from './kept.ts';

const kinds = [
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
const there = kinds
  .map((kind) => `WHEN '${kind}' THEN EXISTS (SELECT 1 FROM ${kind} WHERE id = log.record_id)`)
  .join(' ');
const columns = `log.seq, log.time, log.entity, log.record_id, log.code, log.action, log.version, log.actor, log.proposer,
  log.reason, IF(log.action IN ('update', 'restore') OR log.after IS NULL, log.before, NULL) AS earlier,
  log.after AS later, feed.position, CASE log.entity ${there} END AS there`;

/** The page of the log after a cursor, newest first: by the key of times, rows read only for what is shown. */
export async function logPage(pool: Pool, kept: Kept, cursor: number | undefined, limit: number): Promise<string> {
  const after = cursor === undefined ? [] : [await timeOf(pool, cursor), cursor];
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
    total: Math.min(kept.log, logCap),
    totalCapped: kept.log > logCap,
  });
}

async function timeOf(pool: Pool, seq: number): Promise<string> {
  const [[row]] = await pool.execute<Row[]>('SELECT time FROM data_log WHERE seq = ?', [seq]);
  return row?.time;
}

type Held = Record<string, unknown> & { name?: string; locales?: object };

function toEntry(row: Row): object {
  const before: Held | null = JSON.parse(row.earlier);
  const after: Held | null = JSON.parse(row.later);
  const held = after ?? before ?? {};
  return {
    seq: row.seq,
    position: row.position,
    time: iso(row.time),
    entity: row.entity,
    recordId: row.record_id,
    code: row.code,
    name: held.name ?? `${held.base}/${held.quote} ${held.source}`,
    locales: held.locales ?? {},
    action: row.action,
    version: row.version,
    actor: row.actor,
    ...(row.proposer ? { proposer: row.proposer } : {}),
    ...(row.reason ? { reason: row.reason } : {}),
    changes: before && after ? changed(before, after) : [],
    exists: row.there === 1,
  };
}

const notWritten = new Set([
  'id',
  'status',
  'version',
  'createTime',
  'updateTime',
  'createdBy',
  'updatedBy',
  'warnings',
]);

/** Pointers of what people changed; an object such as `locales` counts entry by entry. */
function changed(before: Held, after: Held): string[] {
  return Object.keys(after).flatMap((name) => {
    if (notWritten.has(name) || same(before[name], after[name])) return [];
    const [old, now] = [before[name], after[name]];
    if (!isObject(old) || !isObject(now)) return [`/${name}`];
    const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])];
    return keys.filter((key) => !same(old[key], now[key])).map((key) => `/${name}/${key}`);
  });
}

const same = (one: unknown, other: unknown) => one === other || JSON.stringify(one) === JSON.stringify(other);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
