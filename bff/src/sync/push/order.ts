import { fromJson } from '#database';
import { entities } from '#entities/index.ts';
import type { FeedRow } from '#feed/feed-rows.ts';
import type { EntityKey } from '#http/contract.ts';

/** The fields that identify a record for people, whose values belong to one record at a time. */
const KEY_FIELDS = new Map<EntityKey, readonly string[]>(entities.map(({ key, keyFields }) => [key, keyFields]));

/**
 * Returns the keys of a change; changes with a common key must stay in order: the changes of the same record, and those of other records that have its code or other
 * key, or its earlier one. So a receiver that stores records by code never gets the new owner of a code before the old one has given it up.
 */
export function orderKeysOf({
  entity,
  recordId,
  before,
  after,
}: Pick<FeedRow, 'entity' | 'recordId' | 'before' | 'after'>): string[] {
  const keyFields = KEY_FIELDS.get(entity) ?? [];
  const keyOf = (json: string | null) => {
    const record = fromJson<Record<string, unknown> | null>(json);
    return record ? [JSON.stringify(keyFields.map((field) => record[field] ?? null))] : [];
  };
  return [...new Set([`#${recordId}`, ...keyOf(before), ...keyOf(after)])];
}

/** Groups changes that have a key in common, directly or through others. Each group keeps their order; groups are independent. */
export function chainsOf<T extends { keys: string[] }>(changes: T[]): T[][] {
  const chainByKey = new Map<string, T[]>();
  for (const change of changes) {
    const chains = new Set(change.keys.flatMap((key) => (chainByKey.has(key) ? [chainByKey.get(key)] : [])));
    const chain = [...chains].flatMap((each) => each ?? []);
    chain.push(change);
    for (const { keys } of chain) for (const key of keys) chainByKey.set(key, chain);
  }
  return [...new Set(chainByKey.values())];
}
