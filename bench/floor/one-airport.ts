import type { Pool } from 'mysql2/promise';
import { airportColumns, airportJoins, toLabelsJson, toRecordJson } from './airport-rows.ts';
import type { Row } from './database.ts';

// The default of the settings.
const review = 'second-person';

export async function oneAirport(pool: Pool, id: number, userId: number): Promise<{ data: string; version: number }> {
  const [[row]] = await pool.execute<Row[]>(
    `SELECT ${airportColumns} FROM airport ${airportJoins} WHERE airport.id = ?`,
    [userId, id],
  );
  if (!row) throw new Error(`no airport ${id}`);
  const reviewJson = `"ownWork":${row.writer !== null},"review":"${review}","proposed":${row.proposed !== null}`;
  return {
    data: `{"record":${toRecordJson(row)},"labels":${toLabelsJson([row])},${reviewJson}}`,
    version: row.version,
  };
}

const BATCH_ROWS = 2000;

/** All airports, one per line, by their ids. */
export async function* airportLines(pool: Pool, userId: number): AsyncGenerator<string> {
  for (let last = 0, size = BATCH_ROWS; size === BATCH_ROWS; ) {
    const [rows] = await pool.query<Row[]>(
      `SELECT ${airportColumns} FROM (SELECT id FROM airport WHERE id > ? ORDER BY id LIMIT ?) AS page
       STRAIGHT_JOIN airport ON airport.id = page.id ${airportJoins} ORDER BY page.id`,
      [last, BATCH_ROWS, userId],
    );
    yield rows.map((row) => `${toRecordJson(row)}\n`).join('');
    [last, size] = [rows.at(-1)?.id ?? last, rows.length];
  }
}
