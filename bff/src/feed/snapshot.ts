import { once } from 'node:events';
import { addAbortSignal, Readable } from 'node:stream';
import type { Crud, Entity, EntityRecord } from '#crud/model.ts';
import { toStoredRecords } from '#crud/rows.ts';
import { fromJson, type Transaction } from '#database';
import type { EntityKey } from '#http/contract.ts';
import { Problem } from '#http/problem.ts';
import { type Filter, NO_FILTER, type RecordState, readHead } from './read-feed.ts';

interface SnapshotRequest {
  entities: readonly EntityKey[];
  filter?: Filter | undefined;
}

/**
 * The snapshot as NDJSON, a chunk for each batch: which position it is of, the records as of there, their number. The feed
 * after that position goes on without a gap or an overlap. Whoever reads holds one connection until the end or `return()`.
 */
export async function* snapshotLines(
  { db, entities }: Pick<Crud, 'db' | 'entities'>,
  { entities: keys, filter = NO_FILTER }: SnapshotRequest,
): AsyncGenerator<string> {
  // its first read fixes the moment that all of it sees
  const trx = await db.transaction({ isolationLevel: 'repeatable read' });
  try {
    yield toNdjson({ type: 'snapshot', cursor: String(await readHead(trx)), schema: 1, entities: keys });
    let records = 0;
    for (const entity of entities.filter(({ key }) => keys.includes(key))) {
      for await (const batch of recordsAtHead(trx, entity)) {
        const lines = batch.filter(filter).map(toLine);
        records += lines.length;
        if (lines.length > 0) yield lines.join('');
      }
    }
    yield toNdjson({ type: 'end', records });
  } finally {
    await trx.commit();
  }
}

const toNdjson = (value: object) => `${JSON.stringify(value)}\n`;

const toLine = ({ entity, recordId, record }: RecordState) => toNdjson({ type: 'record', entity, recordId, record });

/** A record with changes that have no position yet, as it was before the first of them. */
interface Earlier {
  id: number;
  before: string | null;
}

/**
 * All records of a kind as of the feed's head, by id, in batches; the transaction must see one moment throughout. What was
 * committed but has no position yet is taken back: it comes by the feed.
 */
export async function* recordsAtHead(trx: Transaction, entity: Entity, batch = 500): AsyncGenerator<RecordState[]> {
  for (let last = 0; last < Number.POSITIVE_INFINITY; ) {
    const rows = await trx(entity.table).where('id', '>', last).orderBy('id').limit(batch);
    const changed = await earlierStates(trx, entity, last, batch);
    // a full list may go on behind its end, and what the other has there waits for it
    const end = Math.min(...[rows, changed].map((list) => (list.length < batch ? Infinity : list.at(-1).id)));
    const within = ({ id }: { id: number }) => id <= end;
    const changedIds = new Set(changed.map(({ id }) => id));
    const unchanged = rows.filter((row) => within(row) && !changedIds.has(row.id));
    const states = [
      ...(await toStoredRecords(trx, entity, unchanged)).map(
        (stored): RecordState => ({
          entity: entity.key,
          recordId: stored.record.id,
          ...stored,
        }),
      ),
      ...changed.filter(within).flatMap((earlier) => stateOf(entity, earlier) ?? []),
    ];
    yield states.toSorted((a, b) => a.recordId - b.recordId);
    last = end;
  }
}

function stateOf(entity: Entity, { id, before }: Earlier): RecordState | undefined {
  const record = fromJson<EntityRecord | null>(before);
  return record ? { entity: entity.key, recordId: id, record } : undefined;
}

async function earlierStates(trx: Transaction, { key }: Entity, last: number, batch: number): Promise<Earlier[]> {
  const [rows] = await trx.raw(
    `SELECT changed.record_id AS id, log.before
     FROM (SELECT record_id, MIN(version) AS version FROM change_outbox
           WHERE entity = ? AND record_id > ? GROUP BY record_id ORDER BY record_id LIMIT ?) AS changed
     STRAIGHT_JOIN change_outbox AS waiting
       ON waiting.entity = ? AND waiting.record_id = changed.record_id AND waiting.version = changed.version
     STRAIGHT_JOIN data_log AS log ON log.seq = waiting.seq
     ORDER BY changed.record_id`,
    [key, last, batch, key],
  );
  return rows;
}

interface SnapshotLimits {
  /** How many may be under way in this process: each holds a connection. */
  maxStreams: number;
  /** Milliseconds until one is broken off: as long as it runs, the database keeps all that is changed meanwhile. */
  timeoutMs: number;
}

const DEFAULT_LIMITS: SnapshotLimits = { maxStreams: 2, timeoutMs: 600_000 };
const RETRY_SECONDS = 30;

/** Opens snapshots as streams; throws `busy` while the most are under way. */
export function snapshotStreams(crud: Pick<Crud, 'db' | 'entities'>, { maxStreams, timeoutMs } = DEFAULT_LIMITS) {
  let running = 0;
  return async (request: SnapshotRequest): Promise<Readable> => {
    if (running >= maxStreams) throw new Problem('busy', { retryAfter: RETRY_SECONDS });
    running++;
    const stream = Readable.from(snapshotLines(crud, request));
    // comes after the connection was given back
    stream.once('close', () => running--);
    // who sends it hears of errors, but may have given up before
    stream.on('error', () => undefined);
    addAbortSignal(AbortSignal.timeout(timeoutMs), stream);
    // what fails before the first line can still be answered
    await once(stream, 'readable');
    return stream;
  };
}
