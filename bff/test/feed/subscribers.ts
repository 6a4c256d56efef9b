import type { StoredFilter } from '#feed/read-feed.ts';
import type { Database } from '../../src/database/database.ts';
import { generateSubscriberToken, hashToken } from '../../src/feed/subscriber-token.ts';
import type { EntityKey } from '../../src/http/contract.ts';

let insertedCount = 0;

interface SubscriberOptions {
  entities: EntityKey[];
  filter?: StoredFilter;
  /** The position of all lanes of the subscriber. */
  position?: number;
  active?: 0 | 1;
}

/** Inserts a subscriber by SQL and returns its id and token. */
export async function insertSubscriber(
  db: Database,
  { entities, filter, position = 0, active = 1 }: SubscriberOptions,
) {
  const token = generateSubscriberToken();
  const metadata = { create_time: new Date(), update_time: new Date(), created_by: 'test', updated_by: 'test' };
  const [id = 0] = await db('subscriber').insert({
    ...metadata,
    name: `subscriber-${++insertedCount}`,
    url: 'http://127.0.0.1/',
    filter: filter ? JSON.stringify(filter) : null,
    active,
    secret: 'whsec_',
    token_hash: hashToken(token),
    version: 1,
  });
  const lanes = entities.map((entity) => ({ subscriber_id: id, entity, position, ordinal: 0, next_time: new Date() }));
  await db('sync_lane').insert(lanes);
  return { id, token };
}
