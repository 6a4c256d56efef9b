import type { KillResult } from './kills.ts';
import type { Change, Subscriber, Watcher } from './subscribers.ts';
import type { NodeTruth } from './truth.ts';
import type { Writes } from './writes.ts';

export interface Outcome {
  /** Lines to print. */
  report: string[];
  /** The guarantees that were broken. */
  broken: string[];
}

interface Evidence {
  writes: Writes;
  /** One per database node. */
  truths: NodeTruth[];
  /** The feed's positions before and after the run. */
  since: number;
  head: number;
  subscribers: Subscriber[];
  watcher: Watcher;
  kills: KillResult[];
}

const MAX_GAP_MS = 10_000;

export function outcomeOf({ writes, truths, since, head, subscribers, watcher, kills }: Evidence): Outcome {
  const broken: string[] = [];
  const check = (holds: boolean, violation: string) => void (holds || broken.push(violation));

  const lost = truths.map((truth) => truth.lost.length);
  const withoutPosition = truths.map((truth) => truth.withoutPosition);
  const expectedPositions = truths[0]?.positions ?? [];
  check(
    lost.every((count) => count === 0),
    `acknowledged writes lost: ${lost.join(', ')} on the nodes`,
  );
  check(
    withoutPosition.every((count) => count === 0),
    `changes without a position: ${withoutPosition.join(', ')} on the nodes`,
  );
  check(
    truths.every(({ positions }) => positions.join() === expectedPositions.join()),
    'nodes differ in the feed',
  );
  check(
    expectedPositions.length === head - since,
    `the feed has ${expectedPositions.length} changes from ${since} to ${head}`,
  );

  const deliveries = subscribers.map((each) => ({ name: each.name, ...completeness(each, expectedPositions) }));
  for (const { name, missing, outOfOrder } of deliveries) {
    check(missing === 0, `${name}: ${missing} changes missing`);
    check(outOfOrder === 0, `${name}: ${outOfOrder} changes of a record after a later one`);
  }
  for (const { target, gaps } of kills)
    for (const [name, gap] of gaps) check(gap <= MAX_GAP_MS, `${target}: ${name} stood still for ${seconds(gap)}`);

  const failures = [...writes.failures].map(([error, count]) => `${count} × ${error}`).join(', ');
  const columns = [...(kills[0]?.gaps.keys() ?? [])];
  const report = [
    table(
      ['writes', ''],
      [
        ['acknowledged', `${writes.acknowledged.length}`],
        ['not acknowledged', failures || '0'],
        ['acknowledged, but lost', `${lost.join(', ')} (of each database node)`],
        ['changes in the feed', `${expectedPositions.length}`],
      ],
    ),
    table(
      ['subscriber', 'received', 'missing', 'repeated', 'out of order'],
      [
        ...deliveries.map(({ name, ...counts }) => [name, ...Object.values(counts).map(String)]),
        [watcher.name, `opened ${watcher.opened()} times`, '', '', ''],
      ],
    ),
    table(
      ['killed', ...columns],
      kills.map(({ target, gaps }) => [target, ...columns.map((name) => seconds(gaps.get(name) ?? 0))]),
    ),
  ];
  return { report, broken };
}

/** Positions that were not delivered. */
export function missingPositions(changes: Change[], expectedPositions: number[]): number[] {
  const received = new Set(changes.map(({ position }) => position));
  return expectedPositions.filter((position) => !received.has(position));
}

function completeness({ changes }: Subscriber, expectedPositions: number[]) {
  const received = new Set<number>();
  const newest = new Map<number, number>();
  let outOfOrder = 0;
  for (const { position, recordId, version } of changes) {
    if (received.has(position)) continue;
    received.add(position);
    if (version < (newest.get(recordId) ?? 0)) outOfOrder++;
    newest.set(recordId, version);
  }
  const [lost, repeated] = [missingPositions(changes, expectedPositions).length, changes.length - received.size];
  return { received: received.size, missing: lost, repeated, outOfOrder };
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
