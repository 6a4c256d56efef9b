import type { Pool } from 'mysql2/promise';
import { iso, type Row } from './database.ts';

/** The changes after a position; the log holds records as they are answered. */
export async function feedPage(pool: Pool, cursor: number, limit: number): Promise<string> {
  const [[heads], rows] = await pool
    .query<Row[][]>(
      `SELECT position FROM feed_mark WHERE name = 'head';
       SELECT feed.position, feed.entity, feed.record_id, log.code, log.action, log.version, log.time, log.after AS later
       FROM (SELECT position, seq, entity, record_id FROM change_feed WHERE position > ? ORDER BY position LIMIT ?) AS feed
       STRAIGHT_JOIN data_log AS log ON log.seq = feed.seq ORDER BY feed.position`,
      [cursor, limit],
    )
    .then(([[head = [], page = []]]) => [head, page] as const);
  const last: number = rows.at(-1)?.position ?? cursor;
  const position = rows.length < limit ? Math.max(last, heads?.position) : last;
  return `{"items":[${rows.map(toItem).join()}],"nextCursor":"${position}","more":${position < heads?.position}}`;
}

const toItem = ({ position, entity, record_id, code, action, version, time, later }: Row): string =>
  `{"id":"chg_${position}","schema":1,"position":${position},"entity":"${entity}","recordId":${record_id},` +
  `"code":${JSON.stringify(code)},"action":"${action}","version":${version},"time":"${iso(time)}",` +
  `"deleted":${later === null},"record":${later}}`;
