import { Counter, Gauge, type Registry } from 'prom-client';
import type { Database } from '#database';
import { BACKLOG_SQL, LAG_SQL } from '#sync/status/lanes.ts';

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

interface DatabaseFigures {
  head: number;
  pruned: number;
  unsequenced: number;
  lanes: LaneFigures[];
  /** Attempts of the last five minutes. */
  deliveries: { outcome: string; count: number }[];
  tasks: { kind: string; status: string; count: number }[];
  /** Emails waiting to be sent. */
  emails: number;
}

// larger counts would be slow, and their exact value does not matter
const MAX_COUNTED_ROWS = 100_000;

const countNotNull = async (db: Database, table: string, column: string) => {
  const rows = db(table).whereNotNull(column).select(column).limit(MAX_COUNTED_ROWS).as('rows');
  return Number((await db.count({ n: '*' }).from(rows).first())?.n);
};

/** Reads figures about feed, lanes, tasks and emails, each with the help of an index. */
export async function readFigures(db: Database): Promise<DatabaseFigures> {
  const [marks, unsequenced, [lanes], deliveries, tasks, emails] = await Promise.all([
    db('feed_mark').select('name', 'position'),
    countNotNull(db, 'change_outbox', 'seq'),
    db.raw(
      `SELECT subscriber.name AS subscriber, lane.entity, ${BACKLOG_SQL} AS backlog, ${LAG_SQL} AS \`lag\`, lane.delivered, lane.attempts,
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
  const positionOf = (name: string) => Number(marks.find((mark) => mark.name === name)?.position);
  return { head: positionOf('head'), pruned: positionOf('pruned'), unsequenced, lanes, deliveries, tasks, emails };
}

const LANE_LABELS = ['subscriber', 'entity'];

/** The help text, labels and values of each metric; those that only grow are counters, and their names end in `_total`. */
const METRICS = {
  feed_head_position: ['The last position given.', [], ({ head }: DatabaseFigures) => [[{}, head]]],
  feed_pruned_position: ['The last position removed.', [], ({ pruned }: DatabaseFigures) => [[{}, pruned]]],
  feed_unsequenced_changes: [
    'Committed changes without a position, counted up to 100,000.',
    [],
    ({ unsequenced }: DatabaseFigures) => [[{}, unsequenced]],
  ],
  sync_backlog: ['Changes not yet delivered, by subscriber and entity.', LANE_LABELS, laneValues('backlog')],
  sync_lag_seconds: ['Age of the oldest change not yet delivered.', LANE_LABELS, laneValues('lag', 1000)],
  sync_delivered_total: ['Changes delivered to a subscriber so far.', LANE_LABELS, laneValues('delivered')],
  sync_failed_attempts: ['Failed attempts of the first change not yet delivered.', LANE_LABELS, laneValues('attempts')],
  sync_lane_state: [
    'Always 1; the label `state` is active, paused or parked.',
    [...LANE_LABELS, 'state'],
    ({ lanes }: DatabaseFigures) => lanes.map(({ subscriber, entity, state }) => [{ subscriber, entity, state }, 1]),
  ],
  delivery_attempts: [
    'Attempts of the last five minutes by outcome.',
    ['outcome'],
    ({ deliveries }: DatabaseFigures) => deliveries.map(({ outcome, count }) => [{ outcome }, Number(count)]),
  ],
  tasks: [
    'Tasks by kind and status.',
    ['kind', 'status'],
    ({ tasks }: DatabaseFigures) => tasks.map(({ kind, status, count }) => [{ kind, status }, Number(count)]),
  ],
  emails_waiting: ['Emails waiting to be sent.', [], ({ emails }: DatabaseFigures) => [[{}, emails]]],
} satisfies Record<string, [help: string, labels: string[], values: (figures: DatabaseFigures) => Values]>;

type Values = [labels: Record<string, string>, value: number][];

function laneValues(name: 'backlog' | 'lag' | 'delivered' | 'attempts', divisor = 1) {
  return ({ lanes }: DatabaseFigures): Values =>
    lanes.map(({ subscriber, entity, ...figures }) => [{ subscriber, entity }, Number(figures[name]) / divisor]);
}

/** Creates the gauges and returns a function that sets them, or clears them if the database is unavailable. */
export function databaseGauges(registry: Registry): (figures: DatabaseFigures | undefined) => void {
  const upGauge = new Gauge({
    name: 'gazetteer_database_up',
    help: 'Whether the database answers.',
    registers: [registry],
  });
  const metrics = Object.entries(METRICS).map(([name, [help, labelNames, values]]) => ({
    metric: new (name.endsWith('_total') ? Counter : Gauge)({
      name: `gazetteer_${name}`,
      help,
      labelNames,
      registers: [registry],
    }),
    hasNoLabels: labelNames.length === 0,
    values,
  }));
  return (figures) => {
    upGauge.set(figures ? 1 : 0);
    for (const { metric, hasNoLabels, values } of metrics) {
      metric.reset();
      // a counter that was reset is set by counting from 0
      if (figures) for (const [labels, value] of values(figures)) metric.inc(labels, value);
      // a gauge without labels would otherwise report 0
      else if (hasNoLabels) metric.remove();
    }
  };
}
