import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { readSettings } from '#config/change-settings.ts';
import { entityByKey } from '#crud/entity.ts';
import {
  compactSearchIndexes,
  countMissingSearchTexts,
  indexMissingBatch,
  reindexBatch,
} from '#crud/list/search-index.ts';
import type { CrudContext } from '#crud/model.ts';
import { countRecords } from '#crud/rows.ts';
import { pruneFeedAndDataLog } from '#feed/prune.ts';
import { snapshotLines } from '#feed/snapshot.ts';
import type { EntityKey } from '#http/contract.ts';
import { pruneImports } from '#imports/prune-imports.ts';
import { defineTask, type TaskDefinition } from '#tasks/kinds.ts';
import { pruneExpiredRows } from './expired-rows.ts';

interface State {
  /** Entities that are finished. */
  done: EntityKey[];
  /** The last processed record of the current entity. */
  after: number;
  records: number;
}

/** Defines the task that rebuilds search texts, for example after their format has changed. */
export const reindex = (crud: CrudContext): TaskDefinition =>
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

/** Indexes the records without a search text. A later run counts only the remaining ones. */
async function indexMissing(
  crud: CrudContext,
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

/** Defines the task that removes expired data by the current settings and rebuilds search indexes. */
export const retention = ({ entities }: Pick<CrudContext, 'entities'>): TaskDefinition =>
  defineTask({
    run: async ({ db, log, signal, progress }) => {
      const { settings } = await readSettings(db);
      const expiredRows = await pruneExpiredRows(db, settings, { onBatch: (removed) => progress(removed) });
      const changes = await pruneFeedAndDataLog(db, { days: settings.dataLogDays, signal });
      const imports = await pruneImports(db, signal);
      const removed = expiredRows + changes + imports;
      await progress(removed);
      await compactSearchIndexes(db, entities, { log, signal });
      return { removed };
    },
  });

/** Defines the task that writes a gzipped snapshot of the feed. A later run starts from the beginning. */
export const snapshot = (crud: CrudContext): TaskDefinition =>
  defineTask<{ entities?: EntityKey[] }>({
    run: async ({ params, signal, progress, saveFile }) => {
      const entities = params.entities ?? crud.entities.map(({ key }) => key);
      const total = await countRecords(crud, entities);
      const totals = { cursor: '', records: 0 };
      const readLines = async function* () {
        for await (const chunk of snapshotLines(crud, { entities })) {
          const lines = chunk.trimEnd().split('\n');
          // a chunk is either a single line with metadata or a batch of records
          const { type, ...facts } = JSON.parse(lines[0] ?? '');
          if (type === 'record') totals.records += lines.length;
          else Object.assign(totals, facts);
          await progress(totals.records, total);
          yield chunk;
        }
      };
      const gzip = createGzip();
      const [file] = await Promise.all([saveFile(gzip), pipeline(readLines, gzip, { signal })]);
      const { cursor, records } = totals;
      return { records, bytes: file.bytes, cursor, file };
    },
  });
