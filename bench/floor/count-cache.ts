import type { Pool } from 'mysql2/promise';
import type { Row } from './database.ts';

/** Counts that are refreshed periodically instead of per request. */
export interface CachedCounts {
  /** The number of airports by status. */
  airports: Record<string, number>;
  /** The number of log rows, counted up to `MAX_COUNTED_LOG_ROWS + 1`. */
  log: number;
}

export const MAX_COUNTED_LOG_ROWS = 10_000;
const REFRESH_MS = 4000;

/** Counts at once and then every four seconds. */
export async function startCountCache(pool: Pool): Promise<CachedCounts> {
  const count = async (): Promise<CachedCounts> => {
    const [airports] = await pool.query<Row[]>('SELECT status, COUNT(*) AS n FROM airport GROUP BY status');
    const [[log]] = await pool.query<Row[]>(
      `SELECT COUNT(*) AS n FROM (SELECT seq FROM data_log LIMIT ${MAX_COUNTED_LOG_ROWS + 1}) AS counted`,
    );
    return { airports: Object.fromEntries(airports.map(({ status, n }) => [status, n])), log: log?.n ?? 0 };
  };
  const counts = await count();
  setInterval(() => void count().then((newCounts) => Object.assign(counts, newCounts)), REFRESH_MS).unref();
  return counts;
}
