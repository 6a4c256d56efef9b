import type { Pool } from 'mysql2/promise';
import { type Sought, soughtBy, startQuery } from '../../bff/src/crud/search-query.ts';
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
  return toPage(rows, kept.airports, { page, pageSize });
}

/** A page of those of a country with words in their names, in the order of codes. */
export async function airportsOf(pool: Pool, country: string, name: string, asked: Asked): Promise<string> {
  const found: Found = {
    sought: soughtBy(name, { namesOnly: true }),
    condition: 'country_id = (SELECT id FROM country WHERE code = ?)',
    values: [country],
    rank: '0',
    order: 'code',
  };
  const key = `${country} ${name}`;
  const counts = manyCounts(key);
  const rows = await foundAirports(pool, asked, found, !counts);
  return toPage(rows, counts ?? countsIn(key, rows), asked);
}

// looked up once for all: to ask it of each of what is found costs as much as finding it
const starting = 'SELECT id FROM airport WHERE MATCH(search) AGAINST (? IN BOOLEAN MODE)';

/** A page of those that a text finds, best match first. */
export async function searchedAirports(pool: Pool, q: string, asked: Asked): Promise<string> {
  const sought = soughtBy(q);
  const codes = `${q
    .trim()
    .toUpperCase()
    .replaceAll(/[\\%_]/g, '\\$&')}%`;
  const best = () => bestAirports(pool, asked, [codes, startQuery(q), sought?.query], sought?.patterns ?? []);
  const known = manyCounts(q);
  if (known) return toPage(await best(), known, asked);
  const found = await foundAirports(pool, asked, {
    sought,
    rank: `CASE WHEN code = ? THEN 0 WHEN code LIKE ? THEN 1 WHEN id IN (${starting}) THEN 2 ELSE 3 END`,
    rankValues: [q.trim().toUpperCase(), codes, startQuery(q)],
    order: `rank, MATCH(search) AGAINST (${pool.escape(sought?.query)} IN BOOLEAN MODE) DESC, code`,
  });
  const counts = countsIn(q, found);
  return toPage(manyCounts(q) ? await best() : found, counts, asked);
}

interface Found {
  sought: Sought | undefined;
  /** What else has to be true, with these values. */
  condition?: string;
  values?: unknown[];
  rank: string;
  rankValues?: unknown[];
  order: string;
}

/** The words are looked up once: what is found is counted and ordered in the same pass, and only what is shown is read. */
async function foundAirports(
  pool: Pool,
  { page, pageSize, userId }: Asked,
  found: Found,
  counted = true,
): Promise<Row[]> {
  const counts = counted ? statuses.map((status) => `, SUM(status = '${status}') OVER () AS n_${status}`) : [];
  const { query, patterns = [] } = found.sought ?? {};
  const conditions = [
    'MATCH(search) AGAINST (? IN BOOLEAN MODE)',
    ...patterns.map(() => 'search REGEXP ?'),
    ...(found.condition ? [found.condition] : []),
  ];
  const values = [query, ...patterns, ...(found.values ?? [])];
  const place = counted ? `ROW_NUMBER() OVER (ORDER BY ${found.order})` : 'code';
  const [rows] = await pool.query<Row[]>(
    `SELECT ${shown}, page.* FROM (
       SELECT id AS found_id, ${found.rank} AS rank, ${place} AS place${counts.join('')}
       FROM airport WHERE ${conditions.join(' AND ')} ORDER BY place LIMIT ? OFFSET ?) AS page
     STRAIGHT_JOIN airport ON airport.id = page.found_id ${joined} ORDER BY page.place`,
    [...(found.rankValues ?? []), ...values, pageSize, (page - 1) * pageSize, userId],
  );
  return rows;
}

/** The best of many, as the keys of codes and of words have them: codes that begin so, names that begin so, and if need be all others. */
async function bestAirports(
  pool: Pool,
  asked: Asked,
  sought: (string | undefined)[],
  patterns: string[],
): Promise<Row[]> {
  const { page, pageSize, userId } = asked;
  const end = page * pageSize;
  const matches = 'MATCH(search) AGAINST (? IN BOOLEAN MODE)';
  const words = [matches, ...patterns.map(() => 'search REGEXP ?')].join(' AND ');
  const read = async (conditions: string[], values: unknown[]) => {
    const tiers = conditions.map((condition) => `(SELECT id FROM airport WHERE ${condition} LIMIT ${end})`);
    const [rows] = await pool.query<Row[]>(tiers.join(' UNION ALL '), values);
    return [...new Set(rows.map(({ id }): number => id))];
  };
  const tiers = ['code LIKE ? ORDER BY code', matches];
  const first = await read(tiers, sought.slice(0, 2));
  const all = first.length < end ? await read([...tiers, words], [...sought, ...patterns]) : first;
  const ids = all.slice(end - pageSize, end);
  if (ids.length === 0) return [];
  const [rows] = await pool.query<Row[]>(`SELECT ${shown} FROM airport ${joined} WHERE airport.id IN (?)`, [
    userId,
    ids,
  ]);
  return rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

const many = 200;
const keptFor = 4000;
const foundMany = new Map<string, { counts: Record<string, number>; time: number }>();

/** How many of each status were found by this within the last seconds, where they were many. */
function manyCounts(key: string): Record<string, number> | undefined {
  const known = foundMany.get(key);
  return known && Date.now() - known.time < keptFor ? known.counts : undefined;
}

function countsIn(key: string, [row]: Row[]): Record<string, number> {
  const counts = Object.fromEntries(statuses.map((status) => [status, Number(row?.[`n_${status}`] ?? 0)]));
  if (Object.values(counts).reduce((sum, n) => sum + n, 0) >= many) foundMany.set(key, { counts, time: Date.now() });
  return counts;
}

function toPage(rows: Row[], byStatus: Record<string, number>, { page, pageSize }: Omit<Asked, 'userId'>): string {
  const counts = Object.fromEntries(Object.entries(byStatus).filter(([, n]) => n > 0));
  const total = Object.values(counts).reduce((sum, n) => sum + n, 0);
  const own = rows.filter(({ writer }) => writer !== null).map(({ id }) => id);
  return (
    `{"items":[${rows.map(recordOf).join()}],"total":${total},"page":${page},"pageSize":${pageSize},` +
    `"counts":${JSON.stringify(counts)},"labels":${labelsOf(rows)},"proposals":${proposalsOf(rows)},` +
    `"ownWork":${JSON.stringify(own)}}`
  );
}
