import { expect } from 'vitest';
import type { Written } from './kit.ts';
import type { Arrival, TestReceiver } from './receiver.ts';

export interface Figures {
  changes: number;
  deliveries: number;
  repeats: number;
  lost: number;
}

const nameOf = ({ entity, recordId, version }: Omit<Written, 'entity'> & { entity: string }) =>
  `${entity}/${recordId}/${version}`;

const takenBy = ({ arrivals }: TestReceiver) => arrivals.filter(({ taken }) => taken);

/** How many of the changes a receiver has not taken. */
export function missing(receiver: TestReceiver, written: Written[]): number {
  const taken = new Set(takenBy(receiver).map(nameOf));
  return written.filter((change) => !taken.has(nameOf(change))).length;
}

/** Every change was taken at least once, each record's in order of their first arrivals, repeats under the same id. */
export function judge(receiver: TestReceiver, written: Written[]): Figures {
  const lost = missing(receiver, written);
  expect(lost).toBe(0);
  expectOrder(receiver.arrivals);
  expectOrder(takenBy(receiver));
  expectIds(receiver.arrivals);
  const newest = new Map(
    written.toSorted((a, b) => a.version - b.version).map((each) => [`${each.entity}/${each.recordId}`, each.version]),
  );
  expect(new Map([...receiver.store.newest].map(([key, { version }]) => [key, version]))).toEqual(newest);
  const deliveries = receiver.arrivals.length;
  return { changes: written.length, deliveries, repeats: deliveries - written.length, lost };
}

/** Nothing of a record comes for the first time after something newer of it. */
function expectOrder(arrivals: Arrival[]): void {
  const newest = new Map<string, number>();
  const seen = new Set<string>();
  for (const arrival of arrivals) {
    const [name, record] = [nameOf(arrival), `${arrival.entity}/${arrival.recordId}`];
    if (!seen.has(name)) expect([name, arrival.version]).toEqual([name, (newest.get(record) ?? 0) + 1]);
    seen.add(name);
    newest.set(record, Math.max(arrival.version, newest.get(record) ?? 0));
  }
}

/** One id for each change, and one change for each id. */
function expectIds(arrivals: Arrival[]): void {
  const pairs = new Set(arrivals.map((arrival) => `${arrival.id} ${nameOf(arrival)}`));
  expect(pairs.size).toBe(new Set(arrivals.map(({ id }) => id)).size);
  expect(pairs.size).toBe(new Set(arrivals.map(nameOf)).size);
}

/** The line that a test of a fault ends with. */
export function tell(fault: string, figures: Figures[], more = ''): void {
  const sum = (key: keyof Figures) => figures.reduce((total, each) => total + each[key], 0);
  const line = `changes ${sum('changes')}, deliveries ${sum('deliveries')}, repeats ${sum('repeats')}, lost = ${sum('lost')}`;
  // past the runner, which keeps what passing tests say to itself
  process.stdout.write(`${fault}: ${line}${more && `; ${more}`}\n`);
}
