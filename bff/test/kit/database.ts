import { randomBytes } from 'node:crypto';
import { afterAll, inject } from 'vitest';
import { connect, type Database } from '../../src/database.ts';

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

/** The template of a test run and all copies of it. */
export const dropDatabases = (template: string) =>
  withConnection(server, async (db) => {
    const [rows] = await db.raw('SHOW DATABASES LIKE ?', [`${template}%`]);
    for (const row of rows) await db.raw('DROP DATABASE ??', [String(Object.values(row)[0])]);
  });

/** Databases of this worker that no test file uses at the moment; each is reset before it is used again. */
const unused: string[] = [];
let templateStates: ReturnType<typeof statesOf> | undefined;

/** Rows are written in whatever order, and MySQL tells counters as they are now, not as it knew them. */
const REFILL_SETTINGS = 'SET foreign_key_checks = 0 /*!80000 , information_schema_stats_expiry = 0 */';

/** A database that equals the migrated and seeded template, its counters too. */
export async function takeDatabase(): Promise<{ name: string; url: string }> {
  const name = unused.pop();
  if (name && (await resetToTemplate(name))) return { name, url: databaseUrl(name) };
  return copyTemplate();
}

/** Given back twice, it is there once: two that take it would write over each other. */
export const returnDatabase = (name: string): void => {
  if (!unused.includes(name)) unused.push(name);
};

async function copyTemplate(): Promise<{ name: string; url: string }> {
  const template = inject('template');
  const name = `${template}_${randomBytes(4).toString('hex')}`;
  await withConnection(server, (db) => db.raw('CREATE DATABASE ??', [name]));
  const url = databaseUrl(name);
  await withConnection(url, (db) =>
    db.transaction(async (trx) => {
      await trx.raw(REFILL_SETTINGS);
      for (const table of (await statesOf(trx, template)).keys()) {
        const [[made]] = await trx.raw('SHOW CREATE TABLE ??.??', [template, table]);
        await trx.raw(made['Create Table'].replaceAll('?', '\\?'));
        await trx.raw('INSERT INTO ?? SELECT * FROM ??.??', [table, template, table]);
      }
    }),
  );
  return { name, url };
}

/** Refills the tables that tests have changed; answers false where somebody is still connected, who might change more. */
async function resetToTemplate(name: string): Promise<boolean> {
  const template = inject('template');
  return withConnection(databaseUrl(name), async (db) => {
    const others = await db('information_schema.processlist').where({ db: name }).whereRaw('id <> CONNECTION_ID()');
    if (others.length > 0) return false;
    await db.raw(REFILL_SETTINGS);
    templateStates ??= statesOf(db, template);
    const [before, now] = [await templateStates, await statesOf(db, name)];
    for (const [table, { checksum, nextId }] of before) {
      const state = now.get(table);
      if (state?.checksum === checksum && state.nextId === nextId) continue;
      await db.raw('TRUNCATE TABLE ??', [table]);
      await db.raw('INSERT INTO ?? SELECT * FROM ??.??', [table, template, table]);
      if (nextId !== null) await db.raw('ALTER TABLE ?? AUTO_INCREMENT = ?', [table, nextId]);
    }
    return now.size === before.size;
  });
}

interface TableState {
  checksum: number;
  /** Of AUTO_INCREMENT; null where a table has none. */
  nextId: number | null;
}

async function statesOf(db: Database, database: string): Promise<Map<string, TableState>> {
  const tables: { name: string; nextId: number | null }[] = await db('information_schema.tables')
    .where('table_schema', database)
    .select('table_name as name', 'auto_increment as nextId');
  const [checksums] = await db.raw(`CHECKSUM TABLE ${tables.map(() => '??.??').join(', ')}`, [
    ...tables.flatMap(({ name }) => [database, name]),
  ]);
  return new Map(tables.map(({ name, nextId }, index) => [name, { checksum: checksums[index].Checksum, nextId }]));
}

/** A database for a file of tests, given back when all of them have ended, and connections to it. */
export async function ownDatabase() {
  const { name, url } = await takeDatabase();
  const opened: Database[] = [];
  const open = (to = url, most?: number) => {
    const db = connect(to, most);
    opened.push(db);
    return db;
  };
  afterAll(async () => {
    await Promise.all(opened.map((db) => db.destroy()));
    returnDatabase(name);
  });
  return { name, url, db: open(), open };
}
