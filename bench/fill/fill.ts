import { existsSync, readFileSync, statfsSync } from 'node:fs';
import type { Knex } from 'knex';
import { indexMissingSearchTexts } from '../../bff/src/crud/list/search-index.ts';
import { entities } from '../../bff/src/entities/index.ts';
import { assignPositions } from '../../bff/src/feed/sequencer.ts';
import { type BenchDatabase, createDatabase } from '../database.ts';
import { formatMebibytes, formatSeconds, printProgress } from '../measure/results.ts';
import { fillHistory } from './history.ts';
import { fillRecords } from './records.ts';
import type { Sizes } from './sizes.ts';

// Both figures include the indexes and the temporary space for building them.
const BYTES_PER_RECORD = 6000;
const BYTES_PER_LOG_ROW = 1700;

/** Creates a database with this many records and log rows. The log leads step by step to the records' current state. */
export async function createFilledDatabase(sizes: Sizes): Promise<BenchDatabase> {
  const start = performance.now();
  const database = await createDatabase();
  const { knex } = database;
  try {
    await assertDiskSpace(knex, sizes);
    await indexMissingSearchTexts({ db: knex, entities });
    await fillRecords(knex, sizes);
    while ((await assignPositions(knex)) > 0);
    const log = await knex('data_log').count({ n: '*' }).first();
    await fillHistory(knex, Math.max(0, sizes.logRows - Number(log?.n)));
    await knex.raw('ANALYZE TABLE airport, eurail_station, data_log, change_feed');
    printProgress(`fill: done in ${formatSeconds(performance.now() - start)}`);
    return database;
  } catch (error) {
    await database.drop();
    throw error;
  }
}

/** Throws if the database's folder has too little space. A folder in memory is also limited by the free memory. */
async function assertDiskSpace(db: Knex, { airports, stations, logRows }: Sizes): Promise<void> {
  const [[{ folder }]] = await db.raw('SELECT @@datadir AS folder');
  if (!existsSync(folder)) return;
  const neededBytes = (airports + stations) * BYTES_PER_RECORD + logRows * BYTES_PER_LOG_ROW;
  const { bavail, bsize } = statfsSync(folder);
  const freeBytes = folder.startsWith('/dev/shm') ? Math.min(bavail * bsize, freeMemory()) : bavail * bsize;
  if (neededBytes > freeBytes)
    throw new Error(
      `This takes about ${formatMebibytes(neededBytes)} in ${folder}, where ${formatMebibytes(freeBytes)} are free: request fewer log rows with ` +
        '--log-rows, or use a server with its data on disk with TEST_DATABASE_SERVER=mysql://….',
    );
}

function freeMemory(): number {
  const [, kibibytes] = /^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8')) ?? [];
  return Number(kibibytes) * 1024;
}
