import { once } from 'node:events';
import { addAbortSignal, Readable } from 'node:stream';
import type { CrudContext, Entity, EntityRecord } from '#crud/model.ts';
import { toStoredRecords } from '#crud/rows.ts';
import { fromJson, type Transaction } from '#database';
import type { EntityKey } from '#http/contract.ts';
import { Problem } from '#http/problem.ts';
import { type ChangeFilter, NO_FILTER, type RecordState, readEpoch, readHead } from './read-feed.ts';

interface SnapshotRequest {
  entities: readonly EntityKey[];
  filter?: ChangeFilter | undefined;
}

/**
 * Yields a snapshot as NDJSON: its position, the records as of that position, and their number. The feed continues after that position
 * without a gap or an overlap. Reading occupies a connection until the end or `return()`.
 */
export async function* snapshotLines(
  { db, entities }: Pick<CrudContext, 'db' | 'entities'>,
  { entities: keys, filter = NO_FILTER }: SnapshotRequest,
): AsyncGenerator<string> {
  // the first read of the transaction determines the point in time of the whole snapshot
  const trx = await db.transaction({ isolationLevel: 'repeatable read' });
  try {
    const [cursor, epoch] = [String(await readHead(trx)), await readEpoch(trx)];
    yield toNdjson({ type: 'snapshot', cursor, epoch, schema: 1, entities: keys });
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

/** The state of a record before its first change without a position. */
interface EarlierState {
  id: number;
  before: string | null;
}

/**
 * Yields all records of an entity as of the feed's head by id, in batches. The transaction must be a consistent snapshot. Committed
 * changes without a position are undone, as the feed will deliver them.
 */
export async function* recordsAtHead(trx: Transaction, entity: Entity, batchSize = 500): AsyncGenerator<RecordState[]> {
  for (let lastId = 0; lastId < Number.POSITIVE_INFINITY; ) {
    const rows = await trx(entity.table).where('id', '>', lastId).orderBy('id').limit(batchSize);
    const changedRecords = await readEarlierStates(trx, entity, lastId, batchSize);
    // a full list may continue after its end, so later records of the other one are left for the next batch
    const end = Math.min(
      ...[rows, changedRecords].map((list) => (list.length < batchSize ? Infinity : list.at(-1).id)),
    );
    const isInBatch = ({ id }: { id: number }) => id <= end;
    const changedIds = new Set(changedRecords.map(({ id }) => id));
    const unchanged = rows.filter((row) => isInBatch(row) && !changedIds.has(row.id));
    const states = [
      ...(await toStoredRecords(trx, entity, unchanged)).map(
        (stored): RecordState => ({
          entity: entity.key,
          recordId: stored.record.id,
          ...stored,
        }),
      ),
      ...changedRecords.filter(isInBatch).flatMap((state) => toRecordState(entity, state) ?? []),
    ];
    yield states.toSorted((a, b) => a.recordId - b.recordId);
    lastId = end;
  }
}

function toRecordState(entity: Entity, { id, before }: EarlierState): RecordState | undefined {
  const record = fromJson<EntityRecord | null>(before);
  return record ? { entity: entity.key, recordId: id, record } : undefined;
}

async function readEarlierStates(
  trx: Transaction,
  { key }: Entity,
  lastId: number,
  batchSize: number,
): Promise<EarlierState[]> {
  const [rows] = await trx.raw(
    `SELECT changed.record_id AS id, log.before
     FROM (SELECT record_id, MIN(version) AS version FROM change_outbox
           WHERE entity = ? AND record_id > ? GROUP BY record_id ORDER BY record_id LIMIT ?) AS changed
     STRAIGHT_JOIN change_outbox AS waiting
       ON waiting.entity = ? AND waiting.record_id = changed.record_id AND waiting.version = changed.version
     STRAIGHT_JOIN data_log AS log ON log.seq = waiting.seq
     ORDER BY changed.record_id`,
    [key, lastId, batchSize, key],
  );
  return rows;
}

interface SnapshotLimits {
  /** The maximum number of concurrent streams in this process, as each occupies a connection. */
  maxStreams: number;
  /** The time limit of a stream, as the database must keep old row versions while it runs. */
  timeoutMs: number;
}

const DEFAULT_LIMITS: SnapshotLimits = { maxStreams: 2, timeoutMs: 600_000 };
const RETRY_SECONDS = 30;

/** Creates a function that opens snapshots as streams. @throws Problem `busy` while too many are running */
export function createSnapshotOpener(
  crud: Pick<CrudContext, 'db' | 'entities'>,
  { maxStreams, timeoutMs } = DEFAULT_LIMITS,
) {
  let running = 0;
  return async (request: SnapshotRequest): Promise<Readable> => {
    if (running >= maxStreams) throw new Problem('busy', { retryAfter: RETRY_SECONDS });
    running++;
    const stream = Readable.from(snapshotLines(crud, request));
    // emitted after the connection has been released
    stream.once('close', () => running--);
    // the response handles errors, but it may already have been aborted
    stream.on('error', () => undefined);
    addAbortSignal(AbortSignal.timeout(timeoutMs), stream);
    // a failure before the first line still gets a regular response
    await once(stream, 'readable');
    return stream;
  };
}
