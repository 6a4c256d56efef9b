import { expect, test } from 'vitest';
import { countList } from '../../src/crud/list/list.ts';
import { airport } from '../../src/entities/airport.ts';
import { useDatabase } from '../kit/database/database.ts';
import { countRowsRead } from '../kit/database/rows-read.ts';
import { numbersSql } from '../kit/log-entries.ts';

const { db } = await useDatabase();

const COMPLETE_COUNT = 10_000;
const INCOMPLETE_COUNT = 3;

test('incomplete records are counted without reading the complete ones', async () => {
  const insertAirports = (code: string, count: number, longitude: number | null) =>
    db.raw(
      `INSERT INTO airport (code, name, locales, status, version, create_time, update_time, created_by, updated_by,
                            country_id, city_id, latitude, longitude, timezone)
       SELECT CONCAT(?, LPAD(n, 6, '0')), 'Many', '{}', 'pending', 1, NOW(3), NOW(3), 'test', 'test',
              (SELECT MIN(id) FROM country), (SELECT MIN(id) FROM city), 10, ?, 'Asia/Shanghai'
       FROM (${numbersSql(count)}) AS numbers`,
      [code, longitude],
    );
  await insertAirports('C', COMPLETE_COUNT, 10);
  await insertAirports('I', INCOMPLETE_COUNT, null);
  await db.raw('ANALYZE TABLE airport');
  let counts = {};
  const reads = await db.transaction((trx) =>
    countRowsRead(trx, async () => {
      counts = await countList(trx, airport, { incomplete: true });
    }),
  );
  expect(counts).toMatchObject({ pending: INCOMPLETE_COUNT });
  expect(reads).toBeLessThan(COMPLETE_COUNT / 10);
});
