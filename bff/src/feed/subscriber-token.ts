import { createHash, randomBytes } from 'node:crypto';
import { type Database, fromJson } from '#database';
import type { Subscriber } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';

/** Generates a token for the feed: `gzf_` and 24 random bytes. */
export const generateSubscriberToken = () => `gzf_${randomBytes(24).toString('base64url')}`;

// a fast hash suffices, as 192 random bits cannot be guessed
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex');

/**
 * Finds the subscriber of a token. After a token has been replaced, the old one stays valid for a while.
 * @throws Problem subscriberInactive
 */
export async function findSubscriberByToken(db: Database, token: string): Promise<Subscriber | undefined> {
  const hash = hashToken(token);
  const row = await db('subscriber')
    .where((any) =>
      any
        .where('token_hash', hash)
        .orWhere((earlier) =>
          earlier.where('earlier_token_hash', hash).where('earlier_token_until', '>', db.raw('NOW(3)')),
        ),
    )
    .first('id', 'name', 'filter', 'url', 'active');
  if (!row) return undefined;
  if (row.active !== 1) throw new Problem('subscriberInactive');
  const entities = await db('sync_lane').where('subscriber_id', row.id).orderBy('entity').pluck('entity');
  return { id: row.id, name: row.name, entities, filter: fromJson(row.filter), pullsOnly: row.url === '' };
}
