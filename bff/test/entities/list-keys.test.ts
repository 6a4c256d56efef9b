import { beforeAll, expect, test } from 'vitest';
import { listRecords } from '#crud/list/list.ts';
import type { ListQuery } from '#crud/list/list-query.ts';
import type { CrudContext } from '#crud/model.ts';
import type { Caller } from '#http/operation-types.ts';
import { createCrudContext } from '../../src/create-crud.ts';
import { city } from '../../src/entities/city.ts';
import { useDatabase } from '../kit/database/database.ts';
import { countRowsRead } from '../kit/database/rows-read.ts';

const { db } = await useDatabase();

const CITY_COUNT = 12_000;
/** Far fewer than there are matches, and enough for reading references and reordering a page. */
const MAX_FURTHER_ROWS = 1000;

beforeAll(async () => {
  // half of the cities are in China, and one in twenty is pending
  await db.raw(
    `INSERT INTO city (status, version, create_time, update_time, created_by, updated_by, search, name, locales, code, country_id, continent)
     SELECT IF(n % 20 = 0, 'pending', 'active'), 1, NOW(3), NOW(3) - INTERVAL n MINUTE, 'seed', CONCAT('user', n % 3), 'n_city', 'City', '{}',
       CONCAT('Q', LPAD(n, 6, '0')), IF(n % 2 = 0, china.id, other.id), IF(n % 2 = 0, 'AS', 'EU')
     FROM (SELECT ROW_NUMBER() OVER () AS n FROM country AS a JOIN country AS b LIMIT ?) AS numbers
     JOIN country AS china ON china.code = 'CN' JOIN country AS other ON other.code = 'FR'`,
    [CITY_COUNT],
  );
  await db.raw('ANALYZE TABLE city');
});

// the casts: the list reads nothing else
const caller = { id: 1, username: 'user1', may: () => true } as unknown as Caller;
const crudWith = (trx: CrudContext['db']) =>
  ({ ...createCrudContext(trx), reviewSetting: async () => 'second-person' }) as CrudContext;

const queries: [string, ListQuery][] = [
  ['status, country and continent', { status: ['pending'], country: ['CN'], continent: ['AS'] }],
  ['status, country and open proposals', { status: ['active'], country: ['CN'], openProposal: false }],
  ['incomplete, status and country', { incomplete: false, status: ['pending'], country: ['CN'] }],
  ['incomplete, status and continent', { incomplete: false, status: ['pending'], continent: ['AS'] }],
];

test.each(queries)('a page by %s reads little more than its rows, and counts by a key alone', async (_, query) => {
  await db.transaction(async (trx) => {
    const statements: { sql: string; bindings: string[] }[] = [];
    trx.on('query', (statement) => statements.push(statement));
    const rowsRead = await countRowsRead(trx, () => listRecords(crudWith(trx), city, query, caller));
    const count = statements.find(({ sql }) => /count\(|SUM\(/.test(sql) && sql.includes('`city`'));
    const [plan] = await trx.raw(`EXPLAIN ${count?.sql}`, count?.bindings ?? []);
    expect(plan.find(({ table }: { table: string }) => table === 'city')).toMatchObject({
      Extra: expect.stringContaining('Using index'),
    });
    const total = await listRecords(crudWith(trx), city, { ...query, status: [] }, caller);
    expect(rowsRead - total.total).toBeLessThan(MAX_FURTHER_ROWS);
  });
});
