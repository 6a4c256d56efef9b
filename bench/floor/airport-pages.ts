import type { Pool } from 'mysql2/promise';
import { type SearchQuery, toNamePrefixQuery, toSearchQuery } from '../../bff/src/crud/list/filter.ts';
import { airportColumns, airportJoins, toLabelsJson, toProposalsJson, toRecordJson } from './airport-rows.ts';
import type { CachedCounts } from './count-cache.ts';
import type { Row } from './database.ts';

interface PageRequest {
  page: number;
  pageSize: number;
  userId: number;
}

const STATUSES = ['pending', 'approved', 'active', 'inactive', 'rejected'];

/** Returns a page in the order of codes. The rows before it are skipped in the index. */
export async function listAirports(
  pool: Pool,
  counts: CachedCounts,
  { page, pageSize, userId }: PageRequest,
): Promise<string> {
  // The statement is not prepared, because without the offset the optimizer sometimes chooses a worse plan.
  const [rows] = await pool.query<Row[]>(
    `SELECT ${airportColumns} FROM (SELECT id, code FROM airport ORDER BY code LIMIT ? OFFSET ?) AS page
     STRAIGHT_JOIN airport ON airport.id = page.id ${airportJoins} ORDER BY page.code`,
    [pageSize, (page - 1) * pageSize, userId],
  );
  return toPage(rows, counts.airports, page, pageSize);
}

/** Returns a page of a country's airports with certain words in their names, in the order of codes. */
export const filterAirports = (pool: Pool, country: string, name: string, pageRequest: PageRequest): Promise<string> =>
  findMatches(pool, pageRequest, {
    search: toSearchQuery(name, { namesOnly: true }),
    condition: 'country_id = (SELECT id FROM country WHERE code = ?)',
    values: [country],
    rank: '0',
    order: 'code',
  });

// As a subquery this runs once. Matching each found row again would cost as much as the search itself.
const nameStartsSql = 'SELECT id FROM airport WHERE MATCH(search) AGAINST (? IN BOOLEAN MODE)';

/** Returns a page of the airports that match a search text, best match first. */
export function searchAirports(pool: Pool, q: string, pageRequest: PageRequest): Promise<string> {
  const search = toSearchQuery(q);
  const code = q.trim().toUpperCase();
  return findMatches(pool, pageRequest, {
    search,
    rank: `CASE WHEN code = ? THEN 0 WHEN code LIKE ? THEN 1 WHEN id IN (${nameStartsSql}) THEN 2 ELSE 3 END`,
    rankValues: [code, `${code.replaceAll(/[\\%_]/g, '\\$&')}%`, toNamePrefixQuery(q)],
    order: `rank, MATCH(search) AGAINST (${pool.escape(search?.query)} IN BOOLEAN MODE) DESC, code`,
  });
}

interface Match {
  search: SearchQuery | undefined;
  /** A further SQL condition, with its values. */
  condition?: string;
  values?: unknown[];
  rank: string;
  rankValues?: unknown[];
  order: string;
}

/** Counts and orders the matches in one pass, and reads only the rows of the page. */
async function findMatches(pool: Pool, { page, pageSize, userId }: PageRequest, match: Match): Promise<string> {
  const counts = STATUSES.map((status) => `SUM(status = '${status}') OVER () AS n_${status}`);
  const { query, patterns = [] } = match.search ?? {};
  const conditions = [
    'MATCH(search) AGAINST (? IN BOOLEAN MODE)',
    ...patterns.map(() => 'search REGEXP ?'),
    ...(match.condition ? [match.condition] : []),
  ];
  const values = [query, ...patterns, ...(match.values ?? [])];
  const [rows] = await pool.query<Row[]>(
    `SELECT ${airportColumns}, page.* FROM (
       SELECT id AS found_id, ${match.rank} AS rank, ROW_NUMBER() OVER (ORDER BY ${match.order}) AS place, ${counts.join()}
       FROM airport WHERE ${conditions.join(' AND ')} ORDER BY place LIMIT ? OFFSET ?) AS page
     STRAIGHT_JOIN airport ON airport.id = page.found_id ${airportJoins} ORDER BY page.place`,
    [...(match.rankValues ?? []), ...values, pageSize, (page - 1) * pageSize, userId],
  );
  const firstRow = rows[0];
  return toPage(
    rows,
    Object.fromEntries(STATUSES.map((status) => [status, Number(firstRow?.[`n_${status}`] ?? 0)])),
    page,
    pageSize,
  );
}

function toPage(rows: Row[], byStatus: Record<string, number>, page: number, pageSize: number): string {
  const counts = Object.fromEntries(Object.entries(byStatus).filter(([, n]) => n > 0));
  const total = Object.values(counts).reduce((sum, n) => sum + n, 0);
  const ownWork = rows.filter(({ writer }) => writer !== null).map(({ id }) => id);
  return (
    `{"items":[${rows.map(toRecordJson).join()}],"total":${total},"page":${page},"pageSize":${pageSize},` +
    `"counts":${JSON.stringify(counts)},"labels":${toLabelsJson(rows)},"proposals":${toProposalsJson(rows)},` +
    `"ownWork":${JSON.stringify(ownWork)},"upcoming":[]}`
  );
}
