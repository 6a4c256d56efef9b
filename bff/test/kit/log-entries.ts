import type { Database } from '../../src/database/database.ts';

const DIGITS_SQL = Array.from({ length: 10 }, (_, digit) => `SELECT ${digit} AS d`).join(' UNION ALL ');

/** Returns a query of the numbers from 0 to `count` – 1 in the column `n`. The maximum of `count` is a million. */
export const numbersSql = (count: number) => `
  SELECT a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d + 100000 * g.d AS n
  FROM (${DIGITS_SQL}) a, (${DIGITS_SQL}) b, (${DIGITS_SQL}) c, (${DIGITS_SQL}) e, (${DIGITS_SQL}) f, (${DIGITS_SQL}) g
  HAVING n < ${count} ORDER BY n`;

/** The time of the first entry that `fillUserLog` and `fillDataLog` write. */
export const LOG_START_MS = Date.UTC(2026, 0, 1);

/**
 * Writes entries a minute apart from 2026 on. Half of them are by `keeper`, the others by 100 people. They are sign-ins and sign-outs,
 * and one in a thousand is a changed role. Every fifth entry concerns one of 50 roles. They come from three addresses.
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
 * Writes changes a minute apart from 2026 on. Half of them concern cities, a third countries, the others airlines, and each entity has
 * at most 500 records with the codes `C0` … `C499`. Half of them are by `keeper`, the others by 100 people. One in a thousand is a
 * deletion, a third are creations, the others update the name, and one in seven of them is logged as an update of the code, too.
 */
export async function fillDataLog(db: Database, count: number): Promise<void> {
  const actionSql = "IF(MOD(n, 1000) = 4, 'delete', IF(MOD(n, 3) = 0, 'create', 'update'))";
  await db.raw(
    `INSERT INTO data_log (time, entity, record_id, code, action, version, actor, \`before\`, \`after\`, refs, changed_fields)
     SELECT DATE_ADD('2026-01-01', INTERVAL n MINUTE),
            IF(MOD(n, 2) = 0, 'city', IF(MOD(n, 3) = 0, 'airline', 'country')),
            1 + MOD(n, 500), CONCAT('C', MOD(n, 500)), ${actionSql}, 1 + n DIV 500,
            IF(MOD(n, 4) < 2, 'keeper', CONCAT('person-', MOD(n, 100))),
            IF(${actionSql} = 'create', NULL, ${recordSql("CONCAT('Name ', n - 1)")}),
            IF(${actionSql} = 'delete', NULL, ${recordSql("CONCAT('Name ', n)")}), '{}',
            IF(${actionSql} = 'update', IF(MOD(n, 7) = 0, 'code,name', 'name'), NULL)
     FROM (${numbersSql(count)}) AS numbers`,
  );
  await db.raw('ANALYZE TABLE data_log');
}

/** Marks the changes of `fillDataLog` in these minutes, inclusively, as made by a task. */
export async function fillLoggedTask(db: Database, id: number, from: number, to: number): Promise<void> {
  const minute = (at: number) => new Date(LOG_START_MS + at * 60_000);
  await db('data_log')
    .whereBetween('time', [minute(from), minute(to)])
    .update({ task_id: id, actor: 'importer' });
  for (const entity of ['entity', "''"])
    await db.raw(
      `INSERT INTO data_log_task (task_id, entity, kind, import_id, filename, actor, changes, first_seq, time, last_time)
       SELECT ${id}, ${entity}, 'importApply', ${id}, 'file.csv', 'importer', COUNT(*), MIN(seq), MIN(time), MAX(time)
       FROM data_log WHERE task_id = ${id} GROUP BY ${entity}`,
    );
}
