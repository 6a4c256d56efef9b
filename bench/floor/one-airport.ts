import type { Pool } from 'mysql2/promise';
import { airportColumns, airportJoins, toLabelsJson, toRecordJson } from './airport-rows.ts';
import type { Row } from './database.ts';

// This is the default of the settings.
const REVIEW_MODE = 'second-person';

export async function readAirport(pool: Pool, id: number, userId: number): Promise<{ data: string; version: number }> {
  const [[row]] = await pool.execute<Row[]>(
    `SELECT ${airportColumns} FROM airport ${airportJoins} WHERE airport.id = ?`,
    [userId, id],
  );
  if (!row) throw new Error(`no airport ${id}`);
  const reviewJson = `"ownWork":${row.writer !== null},"review":"${REVIEW_MODE}","proposed":${row.proposed !== null}`;
  return {
    data: `{"record":${toRecordJson(row)},"labels":${toLabelsJson([row])},${reviewJson},"upcoming":[]}`,
    version: row.version,
  };
}

const BATCH_ROWS = 2000;

/** Yields all airports in the order of their ids, one per line. */
export async function* readAirportLines(pool: Pool, userId: number): AsyncGenerator<string> {
  for (let lastId = 0, size = BATCH_ROWS; size === BATCH_ROWS; ) {
    const [rows] = await pool.query<Row[]>(
      `SELECT ${airportColumns} FROM (SELECT id FROM airport WHERE id > ? ORDER BY id LIMIT ?) AS page
       STRAIGHT_JOIN airport ON airport.id = page.id ${airportJoins} ORDER BY page.id`,
      [lastId, BATCH_ROWS, userId],
    );
    yield rows.map((row) => `${toRecordJson(row)}\n`).join('');
    [lastId, size] = [rows.at(-1)?.id ?? lastId, rows.length];
  }
}
