import type { Database } from '#database';
import { backlog, lag } from '#sync/status/sample.ts';

interface LaneFigures {
  subscriber: string;
  entity: string;
  backlog: number;
  /** Milliseconds. */
  lag: number;
  delivered: number;
  attempts: number;
  state: 'active' | 'paused' | 'parked';
}

export interface Figures {
  head: number;
  pruned: number;
  unsequenced: number;
  lanes: LaneFigures[];
  /** Attempts of the last five minutes. */
  deliveries: { outcome: string; count: number }[];
  tasks: { kind: string; status: string; count: number }[];
  /** Waiting to be sent. */
  letters: number;
}

// beyond it nobody asks how many more: counting them would take as long as there are
const mostCounted = 100_000;

const counted = async (db: Database, table: string, column: string) => {
  const rows = db(table).whereNotNull(column).select(column).limit(mostCounted).as('rows');
  return Number((await db.count({ n: '*' }).from(rows).first())?.n);
};

/** What the database knows of feed, lanes, tasks and letters; each by a key. */
export async function readFigures(db: Database): Promise<Figures> {
  const [marks, unsequenced, [lanes], deliveries, tasks, letters] = await Promise.all([
    db('feed_mark').select('name', 'position'),
    counted(db, 'change_outbox', 'seq'),
    db.raw(
      `SELECT subscriber.name AS subscriber, lane.entity, ${backlog} AS backlog, ${lag} AS \`lag\`, lane.delivered, lane.attempts,
         CASE WHEN lane.parked THEN 'parked' WHEN lane.paused OR NOT subscriber.active THEN 'paused' ELSE 'active' END AS state
       FROM sync_lane AS lane JOIN subscriber ON subscriber.id = lane.subscriber_id
       LEFT JOIN feed_kind AS kind ON kind.entity = lane.entity`,
    ),
    db('delivery')
      .whereRaw('time > NOW(3) - INTERVAL 5 MINUTE')
      .groupBy('outcome')
      .select('outcome', db.raw('COUNT(*) AS count')),
    db('task').groupBy('kind', 'status').select('kind', 'status', db.raw('COUNT(*) AS count')),
    counted(db, 'mail_outbox', 'next_time'),
  ]);
  const markOf = (name: string) => Number(marks.find((mark) => mark.name === name)?.position);
  return { head: markOf('head'), pruned: markOf('pruned'), unsequenced, lanes, deliveries, tasks, letters };
}
