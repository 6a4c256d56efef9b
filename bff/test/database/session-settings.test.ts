import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connect, findTakenColumn, insertAll, transact } from '../../src/database/database.ts';
import { useDatabase } from '../kit/database/database.ts';

const { db, url } = await useDatabase();

const readGlobalSettings = async () =>
  (await db.raw('SELECT @@GLOBAL.sql_mode AS mode, @@GLOBAL.time_zone AS zone'))[0][0];
let originalSettings: { mode: string; zone: string };

beforeEach(async () => {
  originalSettings = await readGlobalSettings();
  await db.raw('CREATE TABLE IF NOT EXISTS special_text (text VARCHAR(40) NOT NULL, day DATE NULL)');
});
afterEach(async () => {
  await db.raw('SET GLOBAL sql_mode = ?, GLOBAL time_zone = ?', [originalSettings.mode, originalSettings.zone]);
  await db.raw('DROP TABLE special_text');
});

describe.each(['NO_BACKSLASH_ESCAPES,ANSI_QUOTES', ''])('on a server whose sql_mode is “%s”', (sqlMode) => {
  const texts = ["O'Brien", 'back\\slash', "\\' OR 1 = 1 -- ", '"quoted"'];

  const withServerSettings = async (work: (sessionDb: ReturnType<typeof connect>) => Promise<unknown>) => {
    await db.raw("SET GLOBAL sql_mode = ?, GLOBAL time_zone = '+05:30'", [sqlMode]);
    const connection = connect(url, 1);
    try {
      await work(connection);
    } finally {
      await connection.destroy();
    }
  };

  test('texts are stored unchanged by bound parameters and by literals', () =>
    withServerSettings(async (sessionDb) => {
      for (const text of texts) await sessionDb('special_text').insert({ text });
      await transact(sessionDb, (trx) =>
        insertAll(
          trx,
          'special_text',
          texts.map((text) => ({ text })),
        ),
      );
      expect(await sessionDb('special_text').pluck('text')).toEqual([...texts, ...texts]);
      for (const text of texts) expect(await sessionDb('special_text').where({ text })).toHaveLength(2);
    }));

  test('values that do not fit are refused instead of truncated', () =>
    withServerSettings(async (sessionDb) => {
      await expect(sessionDb('special_text').insert({ text: 'x'.repeat(41) })).rejects.toMatchObject({
        code: 'ER_DATA_TOO_LONG',
      });
      await expect(sessionDb('special_text').insert({ text: 'x', day: '2026-02-30' })).rejects.toThrow(
        'Incorrect date',
      );
    }));

  test('times are in UTC', () =>
    withServerSettings(async (sessionDb) => {
      const [[{ offsetMinutes }]] = await sessionDb.raw(
        'SELECT TIMESTAMPDIFF(MINUTE, UTC_TIMESTAMP(), NOW()) AS offsetMinutes',
      );
      expect(offsetMinutes).toBe(0);
    }));
});

test('statements wait for locks no longer than a request may take', async () => {
  const sessionDb = connect(url, 1);
  const [[{ tables, rows }]] = await sessionDb.raw(
    'SELECT @@lock_wait_timeout AS `tables`, @@innodb_lock_wait_timeout AS `rows`',
  );
  expect([tables, rows]).toEqual([4, 8]);
  await sessionDb.destroy();
});

test('findTakenColumn finds the column of a duplicate with any server language', async () => {
  const [[{ language }]] = await db.raw('SELECT @@GLOBAL.lc_messages AS language');
  await db.raw("SET GLOBAL lc_messages = 'de_DE'");
  const sessionDb = connect(url, 1);
  try {
    await sessionDb.raw('CREATE TABLE duplicates (code VARCHAR(3) NOT NULL, UNIQUE KEY duplicates__code (code))');
    await sessionDb('duplicates').insert({ code: 'SHA' });
    const error = await sessionDb('duplicates')
      .insert({ code: 'SHA' })
      .then(
        () => undefined,
        (reason: unknown) => reason,
      );
    expect(findTakenColumn(error)).toBe('code');
  } finally {
    await db.raw('SET GLOBAL lc_messages = ?', [language]);
    await sessionDb.raw('DROP TABLE IF EXISTS duplicates');
    await sessionDb.destroy();
  }
});
