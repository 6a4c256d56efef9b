import type { Killed } from './kills.ts';
import type { Change, Subscriber, Watcher } from './subscribers.ts';
import type { Truth } from './truth.ts';
import type { Writes } from './writes.ts';

export interface Outcome {
  /** Lines to print. */
  report: string[];
  /** The guarantees that were broken. */
  broken: string[];
}

interface Happened {
  writes: Writes;
  /** Of each node. */
  truths: Truth[];
  /** Where the feed began and ended. */
  since: number;
  head: number;
  subscribers: Subscriber[];
  watcher: Watcher;
  killed: Killed[];
}

const MAX_GAP_MS = 10_000;

export function outcomeOf({ writes, truths, since, head, subscribers, watcher, killed }: Happened): Outcome {
  const broken: string[] = [];
  const expect = (kept: boolean, otherwise: string) => void (kept || broken.push(otherwise));

  const lost = truths.map((truth) => truth.lost.length);
  const unfed = truths.map((truth) => truth.unfed);
  const wanted = truths[0]?.positions ?? [];
  expect(
    lost.every((count) => count === 0),
    `acknowledged writes lost: ${lost.join(', ')} on the nodes`,
  );
  expect(
    unfed.every((count) => count === 0),
    `changes without a position: ${unfed.join(', ')} on the nodes`,
  );
  expect(
    truths.every(({ positions }) => positions.join() === wanted.join()),
    'nodes differ in the feed',
  );
  expect(wanted.length === head - since, `the feed has ${wanted.length} changes from ${since} to ${head}`);

  const told = subscribers.map((each) => ({ name: each.name, ...completeness(each, wanted) }));
  for (const { name, missing, late } of told) {
    expect(missing === 0, `${name}: ${missing} changes missing`);
    expect(late === 0, `${name}: ${late} changes of a record after a later one`);
  }
  for (const { what, gaps } of killed)
    for (const [name, gap] of gaps) expect(gap <= MAX_GAP_MS, `${what}: ${name} stood still for ${seconds(gap)}`);

  const refused = [...writes.refused].map(([what, count]) => `${count} × ${what}`).join(', ');
  const columns = [...(killed[0]?.gaps.keys() ?? [])];
  const report = [
    table(
      ['writes', ''],
      [
        ['acknowledged', `${writes.acknowledged.length}`],
        ['not acknowledged', refused || '0'],
        ['acknowledged, but lost', `${lost.join(', ')} (of each database node)`],
        ['changes in the feed', `${wanted.length}`],
      ],
    ),
    table(
      ['subscriber', 'received', 'missing', 'repeated', 'out of order'],
      [
        ...told.map(({ name, ...counts }) => [name, ...Object.values(counts).map(String)]),
        [watcher.name, `opened ${watcher.opened()} times`, '', '', ''],
      ],
    ),
    table(
      ['killed', ...columns],
      killed.map(({ what, gaps }) => [what, ...columns.map((name) => seconds(gaps.get(name) ?? 0))]),
    ),
  ];
  return { report, broken };
}

/** Positions that were not delivered. */
export function missing(changes: Change[], wanted: number[]): number[] {
  const received = new Set(changes.map(({ position }) => position));
  return wanted.filter((each) => !received.has(each));
}

function completeness({ changes }: Subscriber, wanted: number[]) {
  const received = new Set<number>();
  const newest = new Map<number, number>();
  let late = 0;
  for (const { position, recordId, version } of changes) {
    if (received.has(position)) continue;
    received.add(position);
    if (version < (newest.get(recordId) ?? 0)) late++;
    newest.set(recordId, version);
  }
  const [lost, repeated] = [missing(changes, wanted).length, changes.length - received.size];
  return { received: received.size, missing: lost, repeated, late };
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
