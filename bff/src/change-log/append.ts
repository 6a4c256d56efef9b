import type { Transaction } from '#database';
import type { EntityKey, Schemas } from '#http/contract.ts';

export interface Actor {
  id: number | null;
  username: string;
}

export interface Change {
  entity: EntityKey;
  recordId: number;
  code: string | null;
  action: Schemas['Action'];
  version: number;
  actor: Actor;
  /** Who proposed it, where another person approved. */
  proposer?: string | undefined;
  reason?: string | undefined;
  time: Date;
  /** The record in the contract's form; null before a creation, after a deletion. */
  before: object | null;
  after: object | null;
  /** Ids behind the codes of `after` (of `before` for a deletion), by JSON pointer. */
  refs: Record<string, number>;
}

/**
 * Writes the change's row, and that it waits for its position in the feed, in the transaction of the write itself: none is
 * there without the others.
 */
export async function append(trx: Transaction, change: Change): Promise<void> {
  const { recordId, actor, proposer, reason, before, after, refs, ...plain } = change;
  const [seq] = await trx('data_log').insert({
    ...plain,
    record_id: recordId,
    actor_id: actor.id,
    actor: actor.username,
    proposer: proposer ?? null,
    reason: reason ?? null,
    before: before && JSON.stringify(before),
    after: after && JSON.stringify(after),
    refs: JSON.stringify(refs),
  });
  const { entity, version } = change;
  await trx('change_outbox').insert({ seq, entity, record_id: recordId, version });
}
