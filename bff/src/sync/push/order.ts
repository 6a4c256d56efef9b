import { fromJson } from '#database';
import { entities } from '#entities/index.ts';
import type { FeedRow } from '#feed/feed-rows.ts';
import type { EntityKey } from '#http/contract.ts';

/** Entities whose code belongs to one record at a time. */
const UNIQUE_CODES = new Set<EntityKey>(
  entities.filter(({ keyFields }) => keyFields.join() === 'code').map(({ key }) => key),
);

/**
 * Names what a change has to keep its order with: the changes of the same record, and those of other records that have its code or its
 * earlier code. So a receiver that stores records by code never gets the new owner of a code before the old one has given it up.
 */
export function orderKeysOf({
  entity,
  recordId,
  code,
  before,
}: Pick<FeedRow, 'entity' | 'recordId' | 'code' | 'before'>): string[] {
  const ownKey = `#${recordId}`;
  if (!UNIQUE_CODES.has(entity)) return [ownKey];
  const earlierCode = fromJson<{ code?: string | null } | null>(before)?.code;
  return [...new Set([ownKey, code, earlierCode])].filter((key) => typeof key === 'string');
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
