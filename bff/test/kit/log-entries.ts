import type { Database } from '../../src/database.ts';

const digits = Array.from({ length: 10 }, (_, digit) => `SELECT ${digit} AS d`).join(' UNION ALL ');

/** The numbers from 0 to below `count`, at most a million, as a table with the column `n`. */
export const numbers = (count: number) => `
  SELECT a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d + 100000 * g.d AS n
  FROM (${digits}) a, (${digits}) b, (${digits}) c, (${digits}) e, (${digits}) f, (${digits}) g
  HAVING n < ${count} ORDER BY n`;

/** Begins the log that `fillLog` writes. */
export const logStart = Date.UTC(2026, 0, 1);

/**
 * Entries a minute apart from 2026 on: two in four by `keeper`, the others by one of 100; signing in and out, one in a
 * thousand a changed role; a fifth of them about one of 50; from three addresses.
 */
export async function fillLog(db: Database, count: number): Promise<void> {
  await db.raw(
    `INSERT INTO user_log (time, act, user_id, username, target_kind, target_id, target, details, address, client)
     SELECT DATE_ADD('2026-01-01', INTERVAL n MINUTE),
            IF(MOD(n, 1000) = 4, 'roleChanged', IF(MOD(n, 3) = 0, 'signOut', 'signIn')),
            1, IF(MOD(n, 4) < 2, 'keeper', CONCAT('person-', MOD(n, 100))),
            IF(MOD(n, 5) = 4, 'role', NULL), IF(MOD(n, 5) = 4, 1, NULL), IF(MOD(n, 5) = 4, CONCAT('role-', MOD(n, 50)), NULL),
            '{"count":1}', CONCAT('10.0.0.', MOD(n, 3)), 'Mozilla/5.0'
     FROM (${numbers(count)}) AS numbers`,
  );
  await db.raw('ANALYZE TABLE user_log');
}

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
