import { setTimeout as pause } from 'node:timers/promises';
import { type Database, transact } from '../../src/database.ts';
import type { EntityKey } from '../../src/http/contract.ts';
import { appendChanges } from '../../src/record-log/append.ts';
import { buildChange, type WrittenVersion } from './changes.ts';

const ENTITIES: EntityKey[] = ['country', 'city', 'airport', 'airline'];

/**
 * Writes changes in overlapping transactions of twelve until `count` are acknowledged. Each writer has its own records of all four
 * kinds, writes one version of them after another, and deletes each with its ninth version. Failed transactions are not counted and
 * are tried again.
 */
export async function writeMany(
  db: Database,
  { count, writers = 8, first = 2_000_000 }: { count: number; writers?: number; first?: number },
  acknowledged: WrittenVersion[] = [],
): Promise<WrittenVersion[]> {
  const write = async (writer: number) => {
    for (let step = 0; acknowledged.length < count; step++) {
      const [record, version] = [Math.floor(step / 9), (step % 9) + 1];
      // three records of each entity
      const changes = Array.from({ length: 12 }, (_, index): WrittenVersion => {
        const recordId = first + writer * 100_000 + record * 3 + (index % 3);
        return { entity: ENTITIES[index % ENTITIES.length] ?? 'country', recordId, version };
      });
      await commitWithRetries(db, changes);
      acknowledged.push(...changes);
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  return acknowledged;
}

/** Tries until the commit is acknowledged, and recognises changes that were committed without an acknowledgement. */
async function commitWithRetries(db: Database, changes: WrittenVersion[]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transact(db, async (trx) => {
        // never empty
        const [{ entity, recordId, version }] = changes as [WrittenVersion];
        const versionColumns = { entity, record_id: recordId, version };
        if (await trx('data_log').where(versionColumns).first('seq')) return;
        await appendChanges(
          trx,
          changes.map((change) => buildChange(change, change.version === 9)),
        );
      });
    } catch (error) {
      // the database is only unreachable for a while
      if (attempt > 500) throw error;
      await pause(20);
    }
  }
}
