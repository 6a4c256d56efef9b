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

async function onServer<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const db = connect(server);
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

export const dropDatabase = (name: string) => onServer((db) => db.raw('DROP DATABASE IF EXISTS ??', [name]));

/** A copy of the migrated and seeded template, keys and all. */
export async function copyTemplate(): Promise<{ name: string; url: string }> {
  const [template, name] = [inject('template'), newDatabaseName()];
  await onServer((db) => db.raw('CREATE DATABASE ??', [name]));
  const url = databaseUrl(name);
  const db = connect(url);
  try {
    await db.transaction(async (trx) => {
      await trx.raw('SET foreign_key_checks = 0');
      const [tables] = await trx.raw('SHOW TABLES FROM ??', [template]);
      for (const table of tables.map((row: object) => String(Object.values(row)[0]))) {
        const [[made]] = await trx.raw('SHOW CREATE TABLE ??.??', [template, table]);
        await trx.raw(made['Create Table'].replaceAll('?', '\\?'));
        await trx.raw('INSERT INTO ?? SELECT * FROM ??.??', [table, template, table]);
      }
    });
  } finally {
    await db.destroy();
  }
  return { name, url };
}

/** A database of its own for a file of tests, dropped when all of them have ended, and connections to it. */
export async function ownDatabase() {
  const { name, url } = await copyTemplate();
  const opened: Database[] = [];
  const open = (to = url, most?: number) => {
    const db = connect(to, most);
    opened.push(db);
    return db;
  };
  afterAll(async () => {
    await Promise.all(opened.map((db) => db.destroy()));
    await dropDatabase(name);
  });
  return { name, url, db: open(), open };
}
