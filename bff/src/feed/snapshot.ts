import type { Crud } from '#crud/model.ts';
import type { EntityKey } from '#http/contract.ts';
import { everything, type Filter, type State } from './filter.ts';
import { headOf } from './read-feed.ts';
import { recordsAtHead } from './snapshot-records.ts';

export interface SnapshotWish {
  entities: readonly EntityKey[];
  filter?: Filter | undefined;
}

/**
 * The snapshot as NDJSON, a chunk for each batch: which position it is of, the records as of there, their number. The feed
 * after that position goes on without a gap or an overlap. Whoever reads holds one connection until the end or `return()`.
 */
export async function* snapshotLines(
  { db, entities }: Pick<Crud, 'db' | 'entities'>,
  { entities: keys, filter = everything }: SnapshotWish,
): AsyncGenerator<string> {
  // its first read fixes the moment that all of it sees
  const trx = await db.transaction({ isolationLevel: 'repeatable read' });
  try {
    yield line({ type: 'snapshot', cursor: String(await headOf(trx)), schema: 1, entities: keys });
    let records = 0;
    for (const entity of entities.filter(({ key }) => keys.includes(key))) {
      for await (const batch of recordsAtHead(trx, entity)) {
        const lines = batch.filter(filter).map(toLine);
        records += lines.length;
        if (lines.length > 0) yield lines.join('');
      }
    }
    yield line({ type: 'end', records });
  } finally {
    await trx.commit();
  }
}

const line = (value: object) => `${JSON.stringify(value)}\n`;

const toLine = ({ entity, recordId, record }: State) => line({ type: 'record', entity, recordId, record });
