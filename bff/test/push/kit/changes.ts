import { randomBytes } from 'node:crypto';
import { connect, type Database } from '../../../src/database/database.ts';
import { readHead } from '../../../src/feed/read-feed.ts';
import type { EntityKey } from '../../../src/http/contract.ts';
import { appendChanges, type RecordLogChange } from '../../../src/record-log/append.ts';
import { sequenceAll } from '../../feed/changes.ts';
import { returnDatabase, takeDatabase } from '../../kit/database/database.ts';
import { receiverSecret } from './receiver.ts';

export interface SequencedDatabase {
  db: Database;
  url: string;
  stop(): Promise<void>;
}

/** Takes a database and assigns positions to all changes in it. */
export async function openSequencedDatabase(): Promise<SequencedDatabase> {
  const { name, url } = await takeDatabase();
  const db = connect(url);
  await sequenceAll(db);
  return {
    db,
    url,
    stop: async () => {
      await db.destroy();
      returnDatabase(name);
    },
  };
}

/** Inserts a subscriber that receives only later changes, and returns its id. */
export async function insertSubscriberAtHead(
  db: Database,
  url: string,
  entities: EntityKey[] = ['country'],
  columns: object = {},
): Promise<number> {
  const [currentTime, name] = [new Date(), randomBytes(6).toString('hex')];
  const [id = 0] = await db('subscriber').insert({
    name,
    url,
    active: 1,
    secret: receiverSecret,
    token_hash: name,
    version: 1,
    create_time: currentTime,
    update_time: currentTime,
    created_by: 'admin',
    updated_by: 'admin',
    ...columns,
  });
  const position = await readHead(db);
  const ordinals = new Map<string, number>();
  for (const row of await db('feed_kind').select('entity', 'ordinal')) ordinals.set(row.entity, row.ordinal);
  for (const entity of entities) {
    const ordinal = ordinals.get(entity) ?? 0;
    await db('sync_lane').insert({ subscriber_id: id, entity, position, ordinal, next_time: db.raw('NOW(3)') });
  }
  return id;
}

export interface WrittenVersion {
  entity: EntityKey;
  recordId: number;
  version: number;
}

/** Builds a change of a record that exists only in the log. `deleted` makes it a deletion. */
export function buildChange({ entity, recordId, version }: WrittenVersion, deleted = false): RecordLogChange {
  const state = (stateVersion: number) => ({
    id: recordId,
    code: `C${recordId}`,
    name: `${entity} ${stateVersion}`,
    status: 'active',
    version: stateVersion,
  });
  return {
    entity,
    recordId,
    version,
    code: `C${recordId}`,
    time: new Date(),
    refs: {},
    action: deleted ? 'delete' : version === 1 ? 'create' : 'update',
    actor: { id: null, username: 'editor' },
    before: version === 1 ? null : state(version - 1),
    after: deleted ? null : state(version),
  };
}

/** Logs the versions 1 to `versions` of a record, each in its own transaction, and assigns their positions. */
export async function writeVersions(
  db: Database,
  recordId: number,
  versions: number,
  entity: EntityKey = 'country',
): Promise<WrittenVersion[]> {
  const writtenVersions: WrittenVersion[] = [];
  for (let version = 1; version <= versions; version++) {
    const change: WrittenVersion = { entity, recordId, version };
    await db.transaction((trx) => appendChanges(trx, [buildChange(change)]));
    writtenVersions.push(change);
  }
  await sequenceAll(db);
  return writtenVersions;
}
