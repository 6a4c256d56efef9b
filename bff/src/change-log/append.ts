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

/** Writes the change's row in the transaction of the write itself: neither is there without the other. */
export async function append(trx: Transaction, change: Change): Promise<void> {
  const { recordId, actor, proposer, reason, before, after, refs, ...plain } = change;
  await trx('data_log').insert({
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
}
