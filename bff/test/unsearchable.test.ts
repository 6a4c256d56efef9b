import { afterAll, expect, test } from 'vitest';
import { createCrud } from '../src/app.ts';
import { indexUnsearchable } from '../src/crud/search-index.ts';
import { connect } from '../src/database.ts';
import { ownDatabase } from './kit/database.ts';
import { numbers } from './kit/log-entries.ts';
import { rowsRead } from './kit/rows-read.ts';

const { url } = await ownDatabase();
// its counts are of one connection
const db = connect(url, 1);
afterAll(() => db.destroy());

/** Tables of a few hundred rows are read whole where the optimiser finds that cheaper; this one is not to be. */
const MANY = 2000;

test('a start reads the records that have no search text, and no others', async () => {
  await db.raw(
    `INSERT INTO city (code, name, locales, status, version, create_time, update_time, created_by, updated_by, search)
     SELECT CONCAT('M', LPAD(n, 6, '0')), 'Many', '{}', 'active', 1, '2026-01-01', '2026-01-01', 'test', 'test', 'c_many'
     FROM (${numbers(MANY)}) AS numbers`,
  );
  await db('city').where({ code: 'M000007' }).update({ search: null });
  const start = () => indexUnsearchable(createCrud(db));
  expect(await rowsRead(db, start)).toBeLessThan(MANY / 2);
  expect((await db('city').where({ code: 'M000007' }).first('search')).search).toContain('c_m000007');
  expect(await rowsRead(db, start)).toBeLessThan(MANY / 2);
});
