import { existsSync, readFileSync, statfsSync } from 'node:fs';
import type { Knex } from 'knex';
import { mebibytes } from '../results.ts';
import type { Sizes } from './sizes.ts';

// with their keys, and with what making those takes meanwhile
const bytesPerRecord = 6000;
const bytesPerLogRow = 1700;

/** Throws where the database's folder cannot hold so much; one in memory has to leave some of that, too. */
export async function requireRoom(db: Knex, { airports, stations, logRows }: Sizes): Promise<void> {
  const [[{ folder }]] = await db.raw('SELECT @@datadir AS folder');
  if (!existsSync(folder)) return;
  const needed = (airports + stations) * bytesPerRecord + logRows * bytesPerLogRow;
  const { bavail, bsize } = statfsSync(folder);
  const there = folder.startsWith('/dev/shm') ? Math.min(bavail * bsize, freeMemory()) : bavail * bsize;
  if (needed > there)
    throw new Error(
      `This takes about ${mebibytes(needed)} in ${folder}, where ${mebibytes(there)} are free: ask for fewer with ` +
        '--log-rows, or give it a server on a disk by TEST_DATABASE_SERVER=mysql://….',
    );
}

function freeMemory(): number {
  const [, kibibytes] = /^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8')) ?? [];
  return Number(kibibytes) * 1024;
}
