import type { Database } from '../../src/database.ts';
import { numbers } from './log-entries.ts';

/** Begins the log that `fillDataLog` writes. */
export const dataLogStart = Date.UTC(2026, 0, 1);

const record = (name: string) =>
  `JSON_OBJECT('id', 1 + MOD(n, 500), 'code', CONCAT('C', MOD(n, 500)), 'name', ${name}, 'locales', JSON_OBJECT())`;

/**
 * Changes a minute apart from 2026 on: half of them of cities, a third of countries, the others of airlines; of 500
 * records a kind at most, by code `C0` … `C499`; two in four by `keeper`, the others by one of 100; one in a thousand a
 * deletion, a third creations, the others updates of the name.
 */
export async function fillDataLog(db: Database, count: number): Promise<void> {
  const action = "IF(MOD(n, 1000) = 4, 'delete', IF(MOD(n, 3) = 0, 'create', 'update'))";
  await db.raw(
    `INSERT INTO data_log (time, entity, record_id, code, action, version, actor, \`before\`, \`after\`, refs)
     SELECT DATE_ADD('2026-01-01', INTERVAL n MINUTE),
            IF(MOD(n, 2) = 0, 'city', IF(MOD(n, 3) = 0, 'airline', 'country')),
            1 + MOD(n, 500), CONCAT('C', MOD(n, 500)), ${action}, 1 + n DIV 500,
            IF(MOD(n, 4) < 2, 'keeper', CONCAT('person-', MOD(n, 100))),
            IF(${action} = 'create', NULL, ${record("CONCAT('Name ', n - 1)")}),
            IF(${action} = 'delete', NULL, ${record("CONCAT('Name ', n)")}), '{}'
     FROM (${numbers(count)}) AS numbers`,
  );
  await db.raw('ANALYZE TABLE data_log');
}
