import { Gauge, type Registry } from 'prom-client';
import type { Database } from '#database';
import { BACKLOG, LAG } from '#sync/status/lanes.ts';

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

interface Figures {
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
const MAX_COUNTED = 100_000;

const countNotNull = async (db: Database, table: string, column: string) => {
  const rows = db(table).whereNotNull(column).select(column).limit(MAX_COUNTED).as('rows');
  return Number((await db.count({ n: '*' }).from(rows).first())?.n);
};

/** What the database knows of feed, lanes, tasks and letters; each by a key. */
export async function readFigures(db: Database): Promise<Figures> {
  const [marks, unsequenced, [lanes], deliveries, tasks, letters] = await Promise.all([
    db('feed_mark').select('name', 'position'),
    countNotNull(db, 'change_outbox', 'seq'),
    db.raw(
      `SELECT subscriber.name AS subscriber, lane.entity, ${BACKLOG} AS backlog, ${LAG} AS \`lag\`, lane.delivered, lane.attempts,
         CASE WHEN lane.parked THEN 'parked' WHEN lane.paused OR NOT subscriber.active THEN 'paused' ELSE 'active' END AS state
       FROM sync_lane AS lane JOIN subscriber ON subscriber.id = lane.subscriber_id
       LEFT JOIN feed_kind AS kind ON kind.entity = lane.entity`,
    ),
    db('delivery')
      .whereRaw('time > NOW(3) - INTERVAL 5 MINUTE')
      .groupBy('outcome')
      .select('outcome', db.raw('COUNT(*) AS count')),
    db('task').groupBy('kind', 'status').select('kind', 'status', db.raw('COUNT(*) AS count')),
    countNotNull(db, 'mail_outbox', 'next_time'),
  ]);
  const markOf = (name: string) => Number(marks.find((mark) => mark.name === name)?.position);
  return { head: markOf('head'), pruned: markOf('pruned'), unsequenced, lanes, deliveries, tasks, letters };
}

const LANE_LABELS = ['subscriber', 'entity'];

/** name → what it says, its labels, and its values */
const gauges = {
  feed_head_position: ['The last position given.', [], ({ head }: Figures) => [[{}, head]]],
  feed_pruned_position: ['The last position removed.', [], ({ pruned }: Figures) => [[{}, pruned]]],
  feed_unsequenced_changes: [
    'Committed changes without a position, counted up to 100,000.',
    [],
    ({ unsequenced }: Figures) => [[{}, unsequenced]],
  ],
  sync_backlog: ['Changes of the kind that a subscriber has not got.', LANE_LABELS, ofLanes('backlog')],
  sync_lag_seconds: ['Age of the oldest of them.', LANE_LABELS, ofLanes('lag', 1000)],
  sync_delivered: ['Changes delivered to a subscriber so far.', LANE_LABELS, ofLanes('delivered')],
  sync_failed_attempts: ['Failed tries of the change that a subscriber stands at.', LANE_LABELS, ofLanes('attempts')],
  sync_lane_state: [
    'Which of active, paused and parked a subscriber’s kind is.',
    [...LANE_LABELS, 'state'],
    ({ lanes }: Figures) => lanes.map(({ subscriber, entity, state }) => [{ subscriber, entity, state }, 1]),
  ],
  delivery_attempts: [
    'Attempts of the last five minutes by outcome.',
    ['outcome'],
    ({ deliveries }: Figures) => deliveries.map(({ outcome, count }) => [{ outcome }, Number(count)]),
  ],
  tasks: [
    'Tasks by kind and status.',
    ['kind', 'status'],
    ({ tasks }: Figures) => tasks.map(({ kind, status, count }) => [{ kind, status }, Number(count)]),
  ],
  letters_waiting: ['Letters that wait to be sent.', [], ({ letters }: Figures) => [[{}, letters]]],
} satisfies Record<string, [help: string, labels: string[], values: (figures: Figures) => Values]>;

type Values = [labels: Record<string, string>, value: number][];

function ofLanes(name: 'backlog' | 'lag' | 'delivered' | 'attempts', per = 1) {
  return ({ lanes }: Figures): Values =>
    lanes.map(({ subscriber, entity, ...figures }) => [{ subscriber, entity }, Number(figures[name]) / per]);
}

/** Gauges of what the database says; the function sets them, or empties them where it says nothing. */
export function databaseGauges(registry: Registry): (figures: Figures | undefined) => void {
  const up = new Gauge({ name: 'gazetteer_database_up', help: 'Whether the database answers.', registers: [registry] });
  const all = Object.entries(gauges).map(([name, [help, labelNames, values]]) => ({
    gauge: new Gauge({ name: `gazetteer_${name}`, help, labelNames, registers: [registry] }),
    bare: labelNames.length === 0,
    values,
  }));
  return (figures) => {
    up.set(figures ? 1 : 0);
    for (const { gauge, bare, values } of all) {
      gauge.reset();
      if (figures) for (const [labels, value] of values(figures)) gauge.set(labels, value);
      // without labels it would go on as 0
      else if (bare) gauge.remove();
    }
  };
}
