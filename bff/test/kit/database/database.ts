import { randomBytes } from 'node:crypto';
import { afterAll, inject } from 'vitest';
import { connect, type Database } from '../../../src/database/database.ts';

const server = process.env.TEST_DATABASE_SERVER ?? '';
if (!server) throw new Error('Run the tests with `npm test -w bff`, which starts the database server they need.');

export const newDatabaseName = () => `bff_${randomBytes(6).toString('hex')}`;

export function databaseUrl(name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function withConnection<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = connect(url, 1);
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** Drops the template of a test run and all copies of it. */
export const dropDatabases = (template: string) =>
  withConnection(server, async (db) => {
    const [rows] = await db.raw('SHOW DATABASES LIKE ?', [`${template}%`]);
    for (const row of rows) await db.raw('DROP DATABASE ??', [String(Object.values(row)[0])]);
  });

/** Databases of this worker that no test file uses at the moment; each is reset before its next use. */
const idleDatabases: string[] = [];
let templateStates: ReturnType<typeof readTableStates> | undefined;

/** Allows tables to be filled in any order, and makes MySQL read AUTO_INCREMENT counters instead of returning cached values. */
const REFILL_SETTINGS = 'SET foreign_key_checks = 0 /*!80000 , information_schema_stats_expiry = 0 */';

/** Returns a database that equals the migrated and seeded template, including its AUTO_INCREMENT counters. */
export async function takeDatabase(): Promise<{ name: string; url: string }> {
  const name = idleDatabases.pop();
  if (name && (await resetToTemplate(name))) return { name, url: databaseUrl(name) };
  return copyTemplate();
}

/** Makes a database available again. A second call changes nothing, so that two test files never share a database. */
export const returnDatabase = (name: string): void => {
  if (!idleDatabases.includes(name)) idleDatabases.push(name);
};

async function copyTemplate(): Promise<{ name: string; url: string }> {
  const template = inject('template');
  const name = `${template}_${randomBytes(4).toString('hex')}`;
  await withConnection(server, (db) => db.raw('CREATE DATABASE ??', [name]));
  const url = databaseUrl(name);
  await withConnection(url, (db) =>
    db.transaction(async (trx) => {
      await trx.raw(REFILL_SETTINGS);
      for (const table of (await readTableStates(trx, template)).keys()) {
        const [[createStatement]] = await trx.raw('SHOW CREATE TABLE ??.??', [template, table]);
        await trx.raw(createStatement['Create Table'].replaceAll('?', '\\?'));
        await trx.raw('INSERT INTO ?? SELECT * FROM ??.??', [table, template, table]);
      }
    }),
  );
  return { name, url };
}

/** Refills the tables that tests have changed; returns false if another connection is open, which might change more. */
async function resetToTemplate(name: string): Promise<boolean> {
  const template = inject('template');
  return withConnection(databaseUrl(name), async (db) => {
    const otherConnections = await db('information_schema.processlist')
      .where({ db: name })
      .whereRaw('id <> CONNECTION_ID()');
    if (otherConnections.length > 0) return false;
    await db.raw(REFILL_SETTINGS);
    templateStates ??= readTableStates(db, template);
    const [expectedStates, currentStates] = [await templateStates, await readTableStates(db, name)];
    for (const [table, { checksum, nextId }] of expectedStates) {
      const state = currentStates.get(table);
      if (state?.checksum === checksum && state.nextId === nextId) continue;
      await db.raw('TRUNCATE TABLE ??', [table]);
      await db.raw('INSERT INTO ?? SELECT * FROM ??.??', [table, template, table]);
      if (nextId !== null) await db.raw('ALTER TABLE ?? AUTO_INCREMENT = ?', [table, nextId]);
    }
    return currentStates.size === expectedStates.size;
  });
}

interface TableState {
  checksum: number;
  /** The AUTO_INCREMENT counter; null for tables without one. */
  nextId: number | null;
}

async function readTableStates(db: Database, database: string): Promise<Map<string, TableState>> {
  const tables: { name: string; nextId: number | null }[] = await db('information_schema.tables')
    .where('table_schema', database)
    .select('table_name as name', 'auto_increment as nextId');
  const [checksums] = await db.raw(`CHECKSUM TABLE ${tables.map(() => '??.??').join(', ')}`, [
    ...tables.flatMap(({ name }) => [database, name]),
  ]);
  return new Map(tables.map(({ name, nextId }, index) => [name, { checksum: checksums[index].Checksum, nextId }]));
}

/** Gives a test file a database with connections to it, and returns it after the last test. */
export async function useDatabase() {
  const { name, url } = await takeDatabase();
  const openedConnections: Database[] = [];
  const open = (targetUrl = url, maxConnections?: number) => {
    const db = connect(targetUrl, maxConnections);
    openedConnections.push(db);
    return db;
  };
  afterAll(async () => {
    await Promise.all(openedConnections.map((db) => db.destroy()));
    returnDatabase(name);
  });
  return { name, url, db: open(), open };
}
