import type { Database } from '../../src/database.ts';

const DIGITS_SQL = Array.from({ length: 10 }, (_, digit) => `SELECT ${digit} AS d`).join(' UNION ALL ');

/** A query of the numbers from 0 to `count` – 1 in the column `n`; `count` is a million at most. */
export const numbersSql = (count: number) => `
  SELECT a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d + 100000 * g.d AS n
  FROM (${DIGITS_SQL}) a, (${DIGITS_SQL}) b, (${DIGITS_SQL}) c, (${DIGITS_SQL}) e, (${DIGITS_SQL}) f, (${DIGITS_SQL}) g
  HAVING n < ${count} ORDER BY n`;

/** The time of the first entry of a filled log. */
export const logStart = Date.UTC(2026, 0, 1);

/**
 * Writes entries a minute apart from 2026 on: half of them by `keeper`, the others by one of 100 people; sign-ins and sign-outs, and
 * one in a thousand a changed role; every fifth concerns one of 50 roles; from three addresses.
 */
export async function fillUserLog(db: Database, count: number): Promise<void> {
  await db.raw(
    `INSERT INTO user_log (time, act, user_id, username, target_kind, target_id, target, details, address, client)
     SELECT DATE_ADD('2026-01-01', INTERVAL n MINUTE),
            IF(MOD(n, 1000) = 4, 'roleChanged', IF(MOD(n, 3) = 0, 'signOut', 'signIn')),
            1, IF(MOD(n, 4) < 2, 'keeper', CONCAT('person-', MOD(n, 100))),
            IF(MOD(n, 5) = 4, 'role', NULL), IF(MOD(n, 5) = 4, 1, NULL), IF(MOD(n, 5) = 4, CONCAT('role-', MOD(n, 50)), NULL),
            '{"count":1}', CONCAT('10.0.0.', MOD(n, 3)), 'Mozilla/5.0'
     FROM (${numbersSql(count)}) AS numbers`,
  );
  await db.raw('ANALYZE TABLE user_log');
}

const recordSql = (name: string) =>
  `JSON_OBJECT('id', 1 + MOD(n, 500), 'code', CONCAT('C', MOD(n, 500)), 'name', ${name}, 'locales', JSON_OBJECT())`;

/**
 * Writes changes a minute apart from 2026 on: half of them to cities, a third to countries, the others to airlines; to at most 500
 * records of each kind, with the codes `C0` … `C499`; half of them by `keeper`, the others by one of 100 people; one in a thousand is
 * a deletion, a third are creations, the others update the name.
 */
export async function fillDataLog(db: Database, count: number): Promise<void> {
  const actionSql = "IF(MOD(n, 1000) = 4, 'delete', IF(MOD(n, 3) = 0, 'create', 'update'))";
  await db.raw(
    `INSERT INTO data_log (time, entity, record_id, code, action, version, actor, \`before\`, \`after\`, refs)
     SELECT DATE_ADD('2026-01-01', INTERVAL n MINUTE),
            IF(MOD(n, 2) = 0, 'city', IF(MOD(n, 3) = 0, 'airline', 'country')),
            1 + MOD(n, 500), CONCAT('C', MOD(n, 500)), ${actionSql}, 1 + n DIV 500,
            IF(MOD(n, 4) < 2, 'keeper', CONCAT('person-', MOD(n, 100))),
            IF(${actionSql} = 'create', NULL, ${recordSql("CONCAT('Name ', n - 1)")}),
            IF(${actionSql} = 'delete', NULL, ${recordSql("CONCAT('Name ', n)")}), '{}'
     FROM (${numbersSql(count)}) AS numbers`,
  );
  await db.raw('ANALYZE TABLE data_log');
}
