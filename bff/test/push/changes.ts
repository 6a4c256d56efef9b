import { randomBytes } from 'node:crypto';
import { append, type Change } from '../../src/change-log/append.ts';
import { connect, type Database } from '../../src/database.ts';
import { headOf } from '../../src/feed/read-feed.ts';
import type { EntityKey } from '../../src/http/contract.ts';
import { returnDatabase, takeDatabase } from '../kit/database.ts';
import { secret } from './receiver.ts';
import { sequenceAll } from './worker.ts';

export interface Installation {
  db: Database;
  url: string;
  stop(): Promise<void>;
}

/** A database of its own, in which all there is has its position. */
export async function startInstallation(): Promise<Installation> {
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

/** One that gets what is changed from now on. */
export async function newSubscriber(
  db: Database,
  url: string,
  entities: EntityKey[] = ['country'],
  columns: object = {},
): Promise<number> {
  const [now, name] = [new Date(), randomBytes(6).toString('hex')];
  const [id = 0] = await db('subscriber').insert({
    ...{ name, url, active: 1, secret, token_hash: name, version: 1, create_time: now, update_time: now },
    ...{ created_by: 'admin', updated_by: 'admin', ...columns },
  });
  const position = await headOf(db);
  const ordinals = new Map<string, number>();
  for (const kind of await db('feed_kind').select('entity', 'ordinal')) ordinals.set(kind.entity, kind.ordinal);
  for (const entity of entities) {
    const ordinal = ordinals.get(entity) ?? 0;
    await db('sync_lane').insert({ subscriber_id: id, entity, position, ordinal, next_time: db.raw('NOW(3)') });
  }
  return id;
}

export interface Written {
  entity: EntityKey;
  recordId: number;
  version: number;
}

/** A version of a record that only the log knows; the last one may be its deletion. */
export function changeOf({ entity, recordId, version }: Written, deleted = false): Change {
  const state = (of: number) => ({
    id: recordId,
    code: `C${recordId}`,
    name: `${entity} ${of}`,
    status: 'active',
    version: of,
  });
  return {
    ...{ entity, recordId, version, code: `C${recordId}`, time: new Date(), refs: {} },
    action: deleted ? 'delete' : version === 1 ? 'create' : 'update',
    actor: { id: null, username: 'editor' },
    before: version === 1 ? null : state(version - 1),
    after: deleted ? null : state(version),
  };
}

/** Versions 1 to `versions` of a country, each in a transaction, with their positions. */
export async function writeRecord(db: Database, recordId: number, versions: number): Promise<Written[]> {
  const written: Written[] = [];
  for (let version = 1; version <= versions; version++) {
    const change: Written = { entity: 'country', recordId, version };
    await db.transaction((trx) => append(trx, [changeOf(change)]));
    written.push(change);
  }
  await sequenceAll(db);
  return written;
}
