import type { Actor } from '#change-log/append.ts';
import type { Transaction } from '#database';
import type { EntityKey } from '#http/contract.ts';
import type { Stored, Values } from './rows.ts';

/** A record whose code has become another: what refers to it answers another one, too. */
export interface Rename {
  kind: EntityKey;
  id: number;
  from: string;
  actor: Actor;
  proposer?: string | undefined;
}

const collected = new WeakMap<Transaction, Rename[]>();

/** From now on the renames of this transaction are noted in the list that this answers. */
export function collectRenames(trx: Transaction): Rename[] {
  const renames: Rename[] = [];
  collected.set(trx, renames);
  return renames;
}

/** Notes which of these changes give a record another code; throws where nobody would tell its referrers. */
export function noteRenames(
  trx: Transaction,
  kind: EntityKey,
  changes: { current: Stored; values?: Values }[],
  { actor, proposer }: Omit<Rename, 'kind' | 'id' | 'from'>,
): void {
  for (const { current, values } of changes) {
    const { id, code } = current.record;
    if (values === undefined || code === undefined || values.fields.code === code) continue;
    const renames = collected.get(trx);
    if (!renames) throw new Error('A record is renamed outside of transactRecords: its referrers would not follow.');
    renames.push({ kind, id, from: code, actor, proposer });
  }
}
