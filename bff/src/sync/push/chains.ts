import type { ChangeItem } from '#feed/read-feed.ts';
import type { Attempt } from './sender.ts';

export interface Sent {
  item: ChangeItem;
  attempt: Attempt;
  /** When it was begun, by the database's clock. */
  time: Date;
}

const width = 4;

/**
 * Sends changes, those of a record one after the other and four records at once. Once one has failed, nothing that comes
 * after it is begun, but what comes before it is, so that a lane stands at what is wrong; once `enough` says so, nothing is.
 */
export async function sendInChains(
  items: ChangeItem[],
  send: (item: ChangeItem) => Promise<Sent>,
  enough: () => boolean,
): Promise<Sent[]> {
  const sent: Sent[] = [];
  let failedAt = Number.POSITIVE_INFINITY;
  const chains = chainsOf(items).values();
  const carry = async () => {
    // all carriers share one iterator: each takes the next chain that nobody has
    for (const chain of chains)
      for (const item of chain) {
        if (item.position > failedAt || enough()) break;
        const outcome = await send(item);
        sent.push(outcome);
        if (!outcome.attempt.delivered) failedAt = Math.min(failedAt, item.position);
      }
  };
  await Promise.all(Array.from({ length: width }, carry));
  return sent;
}

/** The changes of each record, in order of the feed. */
function chainsOf(items: ChangeItem[]): ChangeItem[][] {
  const chains = new Map<number, ChangeItem[]>();
  for (const item of items) chains.set(item.recordId, [...(chains.get(item.recordId) ?? []), item]);
  return [...chains.values()];
}
