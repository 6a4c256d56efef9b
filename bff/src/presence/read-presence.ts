import DataLoader from 'dataloader';
import type { CrudContext, Entity } from '#crud/model.ts';
import { type Database, fromNow, now } from '#database';
import type { EntityKey, Schemas } from '#http/contract.ts';

type Presence = Schemas['PresenceAnswer']['data'];

/** How long a heartbeat counts. */
export const PRESENCE_EXPIRY_MS = 60_000;

/** Polls wait for the next multiple of this interval, so that all streams share statements. */
const BATCH_MS = 500;

type PresenceDeps = Pick<CrudContext, 'db' | 'entities'>;

/** A record of any kind. */
export interface RecordKey {
  entity: EntityKey;
  id: number;
}

interface Editor {
  userId: number;
  name: string;
  since: Date;
}

/** The state of a record, and who edits it. */
export interface RecordPresence {
  record: Presence['record'];
  editors: Editor[];
}

/** Creates a function that reads records and their editors for all streams together, so that these cost two statements per kind. */
export function createPresenceReader(crud: PresenceDeps): (record: RecordKey) => Promise<RecordPresence> {
  const loader = new DataLoader((records: readonly RecordKey[]) => readPresences(crud, records), {
    cache: false,
    batchScheduleFn: (readAll) => void setTimeout(readAll, BATCH_MS - (Date.now() % BATCH_MS)),
  });
  return (record) => loader.load(record);
}

/** Reads several records and their editors. If reading one entity fails, each of its records gets the error; other entities are not affected. */
export async function readPresences(
  { db, entities }: PresenceDeps,
  keys: readonly RecordKey[],
): Promise<(RecordPresence | Error)[]> {
  const presences = new Map<string, RecordPresence | Error>();
  const readEntity = async (entity: Entity) => {
    const ids = [...new Set(keys.filter((key) => key.entity === entity.key).map(({ id }) => id))];
    if (ids.length === 0) return;
    try {
      const [records, editors] = await Promise.all([readRecords(db, entity, ids), readEditors(db, entity, ids)]);
      for (const id of ids)
        presences.set(`${entity.key} ${id}`, {
          record: records.get(id) ?? null,
          editors: editors.filter(({ recordId }) => recordId === id),
        });
    } catch (error) {
      // the cast: the database driver throws errors
      for (const id of ids) presences.set(`${entity.key} ${id}`, error as Error);
    }
  };
  await Promise.all(entities.map(readEntity));
  return keys.map(({ entity, id }) => presences.get(`${entity} ${id}`) ?? { record: null, editors: [] });
}

async function readRecords(
  db: Database,
  { key, table }: Entity,
  ids: number[],
): Promise<Map<number, NonNullable<Presence['record']>>> {
  const rows = await db(`${table} as own`)
    .leftJoin('proposal', (join) =>
      join.on('proposal.record_id', 'own.id').andOnVal('proposal.entity', key).andOnVal('proposal.open', 1),
    )
    .whereIn('own.id', ids)
    .select('own.id', 'own.version', 'own.updated_by', 'own.update_time')
    .select({ proposal_id: 'proposal.id', proposal_version: 'proposal.version', author: 'proposal.author' });
  return new Map(
    rows.map((row) => [
      Number(row.id),
      {
        version: Number(row.version),
        updatedBy: String(row.updated_by),
        updateTime: new Date(row.update_time).toISOString(),
        proposal:
          row.proposal_id === null
            ? null
            : { id: Number(row.proposal_id), version: Number(row.proposal_version), by: String(row.author) },
      },
    ]),
  );
}

/** Reads whose open sessions have sent a heartbeat recently, the earliest first. */
const readEditors = (db: Database, { key }: Entity, ids: number[]): Promise<(Editor & { recordId: number })[]> =>
  db('presence')
    .join('session', 'session.id', 'presence.session_id')
    .join('user', 'user.id', 'session.user_id')
    .where('presence.entity', key)
    .whereIn('presence.record_id', ids)
    .where('presence.seen_time', '>', fromNow(db, -PRESENCE_EXPIRY_MS))
    .whereNull('session.revoke_time')
    .where('session.expire_time', '>', now(db))
    .where('user.status', 'active')
    .groupBy('presence.record_id', 'user.id', 'user.username')
    .orderBy([{ column: 'since' }, { column: 'user.id' }])
    .select({ recordId: 'presence.record_id', userId: 'user.id', name: 'user.username' })
    .min({ since: 'presence.since_time' });
