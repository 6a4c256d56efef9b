import { expect } from 'vitest';
import type { Written } from './changes.ts';
import { type Arrival, nameOf, type TestReceiver } from './receiver.ts';

export interface Figures {
  changes: number;
  deliveries: number;
  repeats: number;
  lost: number;
}

const takenBy = ({ arrivals }: TestReceiver) => arrivals.filter(({ taken }) => taken);

/** How many of the changes a receiver has not taken, at least; 0 where it has taken all. */
export const missing = ({ taken }: TestReceiver, written: Written[]): number =>
  taken.size < written.length ? written.length - taken.size : written.filter((each) => !taken.has(nameOf(each))).length;

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

/** Nothing of a record comes for the first time but the version after the newest that was there. */
function expectOrder(arrivals: Arrival[]): void {
  const newest = new Map<string, number>();
  const astray = arrivals.filter(({ entity, recordId, version }) => {
    const [record, before] = [`${entity}/${recordId}`, newest.get(`${entity}/${recordId}`) ?? 0];
    newest.set(record, Math.max(version, before));
    return version > before + 1;
  });
  expect(astray).toEqual([]);
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
