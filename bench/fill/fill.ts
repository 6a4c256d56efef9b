import { existsSync, readFileSync, statfsSync } from 'node:fs';
import type { Knex } from 'knex';
import { indexMissingSearchTexts } from '../../bff/src/crud/search-index.ts';
import { entities } from '../../bff/src/entities/index.ts';
import { assignPositions } from '../../bff/src/feed/sequencer.ts';
import { type BenchDatabase, createDatabase } from '../database.ts';
import { mebibytes, printProgress, seconds } from '../results.ts';
import { fillHistory } from './history.ts';
import { fillRecords } from './records.ts';
import type { Sizes } from './sizes.ts';

// Both include the indexes and the temporary space that building them takes.
const bytesPerRecord = 6000;
const bytesPerLogRow = 1700;

/** Creates a database with this many records and log rows. The log leads step by step to the records' current state. */
export async function fill(sizes: Sizes): Promise<BenchDatabase> {
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
    printProgress(`fill: done in ${seconds(performance.now() - start)}`);
    return database;
  } catch (error) {
    await database.drop();
    throw error;
  }
}

/** Throws if the database's folder has too little space. A folder in memory is limited by the free memory, too. */
async function assertDiskSpace(db: Knex, { airports, stations, logRows }: Sizes): Promise<void> {
  const [[{ folder }]] = await db.raw('SELECT @@datadir AS folder');
  if (!existsSync(folder)) return;
  const neededBytes = (airports + stations) * bytesPerRecord + logRows * bytesPerLogRow;
  const { bavail, bsize } = statfsSync(folder);
  const freeBytes = folder.startsWith('/dev/shm') ? Math.min(bavail * bsize, freeMemory()) : bavail * bsize;
  if (neededBytes > freeBytes)
    throw new Error(
      `This takes about ${mebibytes(neededBytes)} in ${folder}, where ${mebibytes(freeBytes)} are free: ask for fewer with ` +
        '--log-rows, or give it a server on a disk by TEST_DATABASE_SERVER=mysql://….',
    );
}

function freeMemory(): number {
  const [, kibibytes] = /^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8')) ?? [];
  return Number(kibibytes) * 1024;
}
