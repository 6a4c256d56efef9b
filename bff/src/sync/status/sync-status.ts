import type { Database } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Watched } from '#http/event-stream.ts';
import { readLanes } from './lanes.ts';
import { sumUp } from './state.ts';
import { createTrend } from './trend.ts';

export type SyncStatus = Schemas['SyncStatusAnswer']['data'];

/** More than these are not counted. */
const mostUnsequenced = 100_000;

interface FeedState {
  now: Date;
  head: number;
  pruned: number;
  unsequenced: number;
}

/** Where the feed stands. */
export async function readFeedState(db: Database): Promise<FeedState> {
  const mark = (name: string) => db('feed_mark').where({ name }).select('position');
  const waiting = db('change_outbox').select(db.raw('1')).limit(mostUnsequenced).as('waiting');
  const [row] = await db.select({
    ...{ now: db.raw('NOW(3)'), head: mark('head'), pruned: mark('pruned') },
    unsequenced: db.count('*').from(waiting),
  });
  return { ...row, unsequenced: Number(row.unsequenced) };
}

/** Where every subscriber stands: three statements however many there are, and one for the trend every half minute. */
export function createSyncStatus(db: Database): () => Promise<SyncStatus> {
  const readTrend = createTrend(db);
  return async () => {
    const [subscribers, lanes, trend, feed] = await Promise.all([
      db('subscriber').orderBy('name').select('id', 'name', 'active', 'off_reason'),
      readLanes(db),
      readTrend(),
      readFeedState(db),
    ]);
    return {
      ...{ time: feed.now.toISOString(), head: feed.head, unsequenced: feed.unsequenced, oldest: feed.pruned + 1 },
      subscribers: subscribers.map(({ id, name, active, off_reason }) => {
        const own = lanes.get(id) ?? [];
        const { state, backlog, lagMs } = sumUp(own);
        const about = { id, name, active: active === 1, offReason: off_reason };
        return { ...about, state, backlog, lagMs, trend: trend(id), lanes: own };
      }),
    };
  };
}

/** Milliseconds after which a lag that only grew is worth an event. */
const growth = 5000;

/** For streams: the clock makes no event of its own, and a growing lag one every five seconds. */
export const watchSyncStatus = (read: () => Promise<SyncStatus>): Watched<SyncStatus> => ({
  poll: read,
  fingerprint: ({ time, subscribers, ...feed }) => {
    const waits = subscribers.some(({ lagMs }) => lagMs > 0);
    return [feed, subscribers.map(withoutLag), waits && Math.floor(Date.parse(time) / growth)];
  },
});

const withoutLag = ({ lagMs: _, lanes, ...subscriber }: SyncStatus['subscribers'][number]) => ({
  ...subscriber,
  lanes: lanes.map(({ lagMs: _, ...lane }) => lane),
});
