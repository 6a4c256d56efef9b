import { setTimeout as pause } from 'node:timers/promises';
import { type Database, transact } from '../../../src/database/database.ts';
import type { EntityKey } from '../../../src/http/contract.ts';
import { appendChanges } from '../../../src/record-log/append.ts';
import { buildChange, type WrittenVersion } from './changes.ts';

const ENTITIES: EntityKey[] = ['country', 'city', 'airport', 'airline'];

/**
 * Writes changes in overlapping transactions of twelve until `count` are acknowledged. Each writer has its own records of all four
 * entities, writes one version of them after another, and deletes each with its ninth version. Failed transactions do not count and
 * are retried.
 */
export async function writeMany(
  db: Database,
  { count, writers = 8, firstRecordId = 2_000_000 }: { count: number; writers?: number; firstRecordId?: number },
  acknowledged: WrittenVersion[] = [],
): Promise<WrittenVersion[]> {
  const write = async (writer: number) => {
    for (let step = 0; acknowledged.length < count; step++) {
      const [record, version] = [Math.floor(step / 9), (step % 9) + 1];
      // A transaction writes three records of each entity.
      const changes = Array.from({ length: 12 }, (_, index): WrittenVersion => {
        const recordId = firstRecordId + writer * 100_000 + record * 3 + (index % 3);
        return { entity: ENTITIES[index % ENTITIES.length] ?? 'country', recordId, version };
      });
      await commitWithRetries(db, changes);
      acknowledged.push(...changes);
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  return acknowledged;
}

/** Retries until the commit is acknowledged, and recognises changes that were committed without an acknowledgement. */
async function commitWithRetries(db: Database, changes: WrittenVersion[]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transact(db, async (trx) => {
        // Cast: the list is never empty.
        const [{ entity, recordId, version }] = changes as [WrittenVersion];
        const versionColumns = { entity, record_id: recordId, version };
        if (await trx('data_log').where(versionColumns).first('seq')) return;
        await appendChanges(
          trx,
          changes.map((change) => buildChange(change, change.version === 9)),
        );
      });
    } catch (error) {
      // The database is unreachable only for a while.
      if (attempt > 500) throw error;
      await pause(20);
    }
  }
}
