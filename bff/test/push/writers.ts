import { setTimeout as pause } from 'node:timers/promises';
import { append } from '../../src/change-log/append.ts';
import { type Database, transact } from '../../src/database.ts';
import type { EntityKey } from '../../src/http/contract.ts';
import { changeOf, type Written } from './changes.ts';

const kinds: EntityKey[] = ['country', 'city', 'airport', 'airline'];

/**
 * Writes changes in overlapping transactions of about twelve, until `count` are acknowledged: each writer has records of its own,
 * of all four kinds, writes version upon version of them, and deletes each with its ninth. What fails is not counted, and
 * written again.
 */
export async function writeMany(
  db: Database,
  { count, writers = 8, first = 2_000_000 }: { count: number; writers?: number; first?: number },
  acknowledged: Written[] = [],
): Promise<Written[]> {
  const write = async (writer: number) => {
    for (let round = 0; acknowledged.length < count; round++) {
      const [record, version] = [Math.floor(round / 9), (round % 9) + 1];
      // three records of each kind
      const changes = Array.from({ length: 12 }, (_, index): Written => {
        const recordId = first + writer * 100_000 + record * 3 + (index % 3);
        return { entity: kinds[index % kinds.length] ?? 'country', recordId, version };
      });
      await committed(db, changes);
      acknowledged.push(...changes);
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  return acknowledged;
}

/** Tries until it is acknowledged; what was committed without being acknowledged is found to be there. */
async function committed(db: Database, changes: Written[]): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await transact(db, async (trx) => {
        // twelve of them
        const [{ entity, recordId, version }] = changes as [Written];
        const where = { entity, record_id: recordId, version };
        if (await trx('data_log').where(where).first('seq')) return;
        await append(
          trx,
          changes.map((change) => changeOf(change, change.version === 9)),
        );
      });
    } catch (error) {
      // the database is away, but not for good
      if (tries > 500) throw error;
      await pause(20);
    }
  }
}
