import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { readSettings } from '#config/change-settings.ts';
import { entityByKey } from '#crud/entity.ts';
import type { Crud } from '#crud/model.ts';
import { countRecords } from '#crud/rows.ts';
import { countMissingSearchTexts, indexMissingBatch, rebuildSearchIndexes, reindexBatch } from '#crud/search-index.ts';
import { pruneChanges } from '#feed/prune-changes.ts';
import { snapshotLines } from '#feed/snapshot.ts';
import type { EntityKey } from '#http/contract.ts';
import { pruneImports } from '#imports/prune-imports.ts';
import { defineTask, type TaskKind } from '#tasks/kinds.ts';
import { pruneExpiredRows } from '#user-log/prune.ts';

interface State {
  /** Kinds that are done. */
  done: EntityKey[];
  /** The last record of the kind in hand. */
  after: number;
  records: number;
}

/** Makes the texts anew that records are found by, after how they are made has changed. */
export const reindex = (crud: Crud): TaskKind =>
  defineTask<{ entities?: EntityKey[]; missing?: boolean }, State>({
    run: async ({ params, state, progress }) => {
      const keys = params.entities ?? crud.entities.map(({ key }) => key);
      if (params.missing) return indexMissing(crud, keys, progress);
      const total = await countRecords(crud, keys);
      let { done, after, records } = state ?? { done: [], after: 0, records: 0 };
      for (const key of keys.filter((each) => !done.includes(each))) {
        for (let count = 1; count > 0; ) {
          await progress(records, total, { done, after, records });
          ({ last: after, count } = await reindexBatch(crud.db, entityByKey(crud, key), after));
          records += count;
        }
        [done, after] = [[...done, key], 0];
      }
      await progress(records, total);
      return { records };
    },
  });

/** Indexes the records that have no search text. A worker that goes on with it counts what is left. */
async function indexMissing(
  crud: Crud,
  keys: EntityKey[],
  progress: (done: number, total: number) => Promise<void>,
): Promise<{ records: number }> {
  const counts = await countMissingSearchTexts(crud);
  const total = keys.reduce((sum, key) => sum + (counts.get(key) ?? 0), 0);
  let records = 0;
  for (const key of keys) {
    for (let after = 0, count = 1; count > 0; records += count) {
      await progress(records, Math.max(total, records));
      ({ last: after, count } = await indexMissingBatch(crud.db, entityByKey(crud, key), after));
    }
  }
  await progress(records, Math.max(total, records));
  return { records };
}

/** Removes what is past keeping, as it is configured now, and keeps searches fast. */
export const retention = ({ entities }: Pick<Crud, 'entities'>): TaskKind =>
  defineTask({
    run: async ({ db, log, signal, progress }) => {
      const { settings } = await readSettings(db);
      const others = await pruneExpiredRows(db, settings, { onBatch: (removed) => progress(removed) });
      const changes = await pruneChanges(db, { days: settings.dataLogDays, signal });
      const imports = await pruneImports(db, signal);
      const removed = others + changes + imports;
      await progress(removed);
      await rebuildSearchIndexes(db, entities, { log, signal });
      return { removed };
    },
  });

/** Writes a snapshot of the feed as a file, gzipped; begun anew by whoever takes it up. */
export const snapshot = (crud: Crud): TaskKind =>
  defineTask<{ entities?: EntityKey[] }>({
    run: async ({ params, signal, progress, saveFile }) => {
      const entities = params.entities ?? crud.entities.map(({ key }) => key);
      const total = await countRecords(crud, entities);
      const seen = { cursor: '', records: 0 };
      const watched = async function* () {
        for await (const chunk of snapshotLines(crud, { entities })) {
          const lines = chunk.trimEnd().split('\n');
          // a chunk is one line of facts, or a batch of records
          const { type, ...facts } = JSON.parse(lines[0] ?? '');
          if (type === 'record') seen.records += lines.length;
          else Object.assign(seen, facts);
          await progress(seen.records, total);
          yield chunk;
        }
      };
      const gzip = createGzip();
      const [file] = await Promise.all([saveFile(gzip), pipeline(watched, gzip, { signal })]);
      const { cursor, records } = seen;
      return { records, bytes: file.bytes, cursor, file };
    },
  });
