import { Gauge, type Registry } from 'prom-client';
import type { Figures } from './database-figures.ts';

const lane = ['subscriber', 'entity'];

/** name → what it says, its labels, and its values */
const gauges = {
  feed_head_position: ['The last position given.', [], ({ head }: Figures) => [[{}, head]]],
  feed_pruned_position: ['The last position removed.', [], ({ pruned }: Figures) => [[{}, pruned]]],
  feed_unsequenced_changes: [
    'Committed changes without a position, counted up to 100,000.',
    [],
    ({ unsequenced }: Figures) => [[{}, unsequenced]],
  ],
  sync_backlog: ['Changes of the kind that a subscriber has not got.', lane, ofLanes('backlog')],
  sync_lag_seconds: ['Age of the oldest of them.', lane, ofLanes('lag', 1000)],
  sync_delivered: ['Changes delivered to a subscriber so far.', lane, ofLanes('delivered')],
  sync_failed_attempts: ['Failed tries of the change that a subscriber stands at.', lane, ofLanes('attempts')],
  sync_lane_state: [
    'Which of active, paused and parked a subscriber’s kind is.',
    [...lane, 'state'],
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
