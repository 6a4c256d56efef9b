import type { Pool } from 'mysql2/promise';
import type { Row } from './database.ts';

/** Counts that are refreshed periodically instead of per request. */
export interface Kept {
  /** Airports by status. */
  airports: Record<string, number>;
  /** Rows of the log, counted up to `logCap + 1`. */
  log: number;
}

export const logCap = 10_000;
const every = 4000;

/** Counts at once and then every four seconds. */
export async function keepCounts(pool: Pool): Promise<Kept> {
  const count = async (): Promise<Kept> => {
    const [airports] = await pool.query<Row[]>('SELECT status, COUNT(*) AS n FROM airport GROUP BY status');
    const [[log]] = await pool.query<Row[]>(
      `SELECT COUNT(*) AS n FROM (SELECT seq FROM data_log LIMIT ${logCap + 1}) AS counted`,
    );
    return { airports: Object.fromEntries(airports.map(({ status, n }) => [status, n])), log: log?.n ?? 0 };
  };
  const kept = await count();
  setInterval(() => void count().then((now) => Object.assign(kept, now)), every).unref();
  return kept;
}
