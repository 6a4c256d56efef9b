import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { Knex } from 'knex';
import { connect } from '../bff/src/database/database.ts';
import { migrate } from '../db/migrate.ts';

export interface BenchDatabase {
  url: string;
  knex: Knex;
  drop(): Promise<void>;
}

/** Creates a database with the starter set on the server of this run. */
export async function createDatabase(): Promise<BenchDatabase> {
  const server = process.env.TEST_DATABASE_SERVER;
  if (!server) throw new Error('Run the benchmarks with `npm run bench`, which starts the database server.');
  const name = `bench_${randomBytes(6).toString('hex')}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  await migrate(url.href, { demo: true });
  const knex = connect(url.href);
  await resizeBufferPool(knex);
  return {
    url: url.href,
    knex,
    async drop() {
      await knex.raw('DROP DATABASE ??', [name]);
      await knex.destroy();
    },
  };
}

/** Sizes the buffer pool as in production, because MariaDB's default is 128 MiB on any machine. */
async function resizeBufferPool(knex: Knex): Promise<void> {
  const bytes = Number(process.env.BENCH_SERVER_MEMORY ?? 0);
  if (bytes > 0) await knex.raw('SET GLOBAL innodb_buffer_pool_size = ?', [bytes]);
}

/** Returns the process id of the database server if it runs on this machine. */
export async function readServerPid(knex: Knex): Promise<number | undefined> {
  const [[{ file }]] = await knex.raw('SELECT @@pid_file AS file');
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined;
}
