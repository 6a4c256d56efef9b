import type { Pool } from 'mysql2/promise';
import { type SearchQuery, toNamePrefixQuery, toSearchQuery } from '../../bff/src/crud/filter.ts';
import { joined, labelsOf, proposalsOf, recordOf, shown } from './airport-rows.ts';
import type { Row } from './database.ts';
import type { Kept } from './kept.ts';

interface Asked {
  page: number;
  pageSize: number;
  userId: number;
}

const statuses = ['pending', 'approved', 'active', 'inactive', 'rejected'];

/** A page in the order of codes: the key alone is read up to it, then the rows that it shows. */
export async function anyAirports(pool: Pool, kept: Kept, { page, pageSize, userId }: Asked): Promise<string> {
  // as a text: prepared, with what it skips unknown, it is planned worse at times
  const [rows] = await pool.query<Row[]>(
    `SELECT ${shown} FROM (SELECT id, code FROM airport ORDER BY code LIMIT ? OFFSET ?) AS page
     STRAIGHT_JOIN airport ON airport.id = page.id ${joined} ORDER BY page.code`,
    [pageSize, (page - 1) * pageSize, userId],
  );
  return toPage(rows, kept.airports, page, pageSize);
}

/** A page of those of a country with words in their names, in the order of codes. */
export const airportsOf = (pool: Pool, country: string, name: string, asked: Asked): Promise<string> =>
  foundAirports(pool, asked, {
    sought: toSearchQuery(name, { namesOnly: true }),
    condition: 'country_id = (SELECT id FROM country WHERE code = ?)',
    values: [country],
    rank: '0',
    order: 'code',
  });

// looked up once for all: to ask it of each of what is found costs as much as finding it
const starting = 'SELECT id FROM airport WHERE MATCH(search) AGAINST (? IN BOOLEAN MODE)';

/** A page of those that a text finds, best match first. */
export function searchedAirports(pool: Pool, q: string, asked: Asked): Promise<string> {
  const sought = toSearchQuery(q);
  const code = q.trim().toUpperCase();
  return foundAirports(pool, asked, {
    sought,
    rank: `CASE WHEN code = ? THEN 0 WHEN code LIKE ? THEN 1 WHEN id IN (${starting}) THEN 2 ELSE 3 END`,
    rankValues: [code, `${code.replaceAll(/[\\%_]/g, '\\$&')}%`, toNamePrefixQuery(q)],
    order: `rank, MATCH(search) AGAINST (${pool.escape(sought?.query)} IN BOOLEAN MODE) DESC, code`,
  });
}

interface Found {
  sought: SearchQuery | undefined;
  /** What else has to be true, with these values. */
  condition?: string;
  values?: unknown[];
  rank: string;
  rankValues?: unknown[];
  order: string;
}

/** The words are looked up once: what is found is counted and ordered in the same pass, and only what is shown is read. */
async function foundAirports(pool: Pool, { page, pageSize, userId }: Asked, found: Found): Promise<string> {
  const counts = statuses.map((status) => `SUM(status = '${status}') OVER () AS n_${status}`);
  const { query, patterns = [] } = found.sought ?? {};
  const conditions = [
    'MATCH(search) AGAINST (? IN BOOLEAN MODE)',
    ...patterns.map(() => 'search REGEXP ?'),
    ...(found.condition ? [found.condition] : []),
  ];
  const values = [query, ...patterns, ...(found.values ?? [])];
  const [rows] = await pool.query<Row[]>(
    `SELECT ${shown}, page.* FROM (
       SELECT id AS found_id, ${found.rank} AS rank, ROW_NUMBER() OVER (ORDER BY ${found.order}) AS place, ${counts.join()}
       FROM airport WHERE ${conditions.join(' AND ')} ORDER BY place LIMIT ? OFFSET ?) AS page
     STRAIGHT_JOIN airport ON airport.id = page.found_id ${joined} ORDER BY page.place`,
    [...(found.rankValues ?? []), ...values, pageSize, (page - 1) * pageSize, userId],
  );
  const first = rows[0];
  return toPage(
    rows,
    Object.fromEntries(statuses.map((status) => [status, Number(first?.[`n_${status}`] ?? 0)])),
    page,
    pageSize,
  );
}

function toPage(rows: Row[], byStatus: Record<string, number>, page: number, pageSize: number): string {
  const counts = Object.fromEntries(Object.entries(byStatus).filter(([, n]) => n > 0));
  const total = Object.values(counts).reduce((sum, n) => sum + n, 0);
  const own = rows.filter(({ writer }) => writer !== null).map(({ id }) => id);
  return (
    `{"items":[${rows.map(recordOf).join()}],"total":${total},"page":${page},"pageSize":${pageSize},` +
    `"counts":${JSON.stringify(counts)},"labels":${labelsOf(rows)},"proposals":${proposalsOf(rows)},` +
    `"ownWork":${JSON.stringify(own)}}`
  );
}
