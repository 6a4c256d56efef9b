import { afterAll, afterEach, expect, test } from 'vitest';
import { createCrudContext } from '../../src/create-crud.ts';
import { indexMissingSearchTexts } from '../../src/crud/list/search-index.ts';
import { connect, fromJson } from '../../src/database/database.ts';
import { createClient } from '../kit/client.ts';
import { useDatabase } from '../kit/database/database.ts';
import { countRowsRead } from '../kit/database/rows-read.ts';
import { numbersSql } from '../kit/log-entries.ts';
import { startServiceProcess } from '../kit/processes.ts';
import { demoPassword as password } from '../kit/service.ts';

const { url } = await useDatabase();
// The counters of read rows belong to a connection, so there is only one.
const db = connect(url, 1);
afterAll(() => db.destroy());

/** Exceeds the number of rows up to which the optimizer prefers a scan of the table to the index. */
const CITY_COUNT = 2000;

/** Inserts cities by SQL with codes of this letter and six digits. */
const insertCities = (letter: 'M' | 'N', search: string | null) =>
  db.raw(
    `INSERT INTO city (code, name, locales, status, version, create_time, update_time, created_by, updated_by, search)
     SELECT CONCAT(?, LPAD(n, 6, '0')), 'Many', '{}', 'active', 1, '2026-01-01', '2026-01-01', 'test', 'test', ?
     FROM (${numbersSql(CITY_COUNT)}) AS numbers`,
    [letter, search],
  );
afterEach(() => db('city').where('name', 'Many').delete());

test('a start reads only the records without a search text', async () => {
  await insertCities('M', 'c_many');
  await db('city').where({ code: 'M000007' }).update({ search: null });
  const runStartIndexing = () => indexMissingSearchTexts(createCrudContext(db));
  expect(await countRowsRead(db, runStartIndexing)).toBeLessThan(CITY_COUNT / 2);
  expect((await db('city').where({ code: 'M000007' }).first('search')).search).toContain('c_m000007');
  expect(await countRowsRead(db, runStartIndexing)).toBeLessThan(CITY_COUNT / 2);
});

test('a start leaves many such records to a task, and meanwhile records with a search text are found', {
  tags: ['slow'],
}, async () => {
  await insertCities('M', null);
  await insertCities('N', null);
  await db('city').where({ code: 'M000007' }).update({ search: 'c_m000007' });
  const countUnindexed = () => db('city').whereNull('search').count({ n: '*' }).first();
  const total = Number((await countUnindexed())?.n);
  const service = await startServiceProcess(url, { WORKER: '0' });
  try {
    expect(await countUnindexed()).toEqual({ n: total });
    const { token } = await createClient(service.url).ok('login', { body: { username: 'editor', password } });
    const results = await createClient(service.url, token).ok('listCities', { query: { q: 'M000007' } });
    expect(results.items.map(({ code }) => code)).toEqual(['M000007']);
  } finally {
    service.child.kill('SIGTERM');
    await service.exited;
  }
  const tasks = await db('task').where({ kind: 'reindex' }).select('status', 'created_by', 'params');
  const task = {
    status: 'queued',
    created_by: 'system',
    params: { entities: ['city'], missing: true },
  };
  expect(tasks.map(({ params, ...otherColumns }) => ({ ...otherColumns, params: fromJson(params) }))).toEqual([task]);
});
