import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Crud } from '#crud/model.ts';
import { snapshotLines } from '#feed/snapshot.ts';
import type { EntityKey } from '#http/contract.ts';
import { defineTask, type TaskKind } from '#tasks/kinds.ts';
import { countRecords } from './count-records.ts';

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
