import { expect } from 'vitest';
import type { WrittenVersion } from './changes.ts';
import { type Arrival, changeName, type TestReceiver } from './receiver.ts';

export interface Figures {
  changes: number;
  deliveries: number;
  repeats: number;
  lost: number;
}

const acceptedArrivals = ({ arrivals }: TestReceiver) => arrivals.filter(({ accepted }) => accepted);

/** A lower bound of the changes that a receiver has not accepted; 0 only if it has accepted all. */
export const countMissing = ({ acceptedNames: taken }: TestReceiver, written: WrittenVersion[]): number =>
  taken.size < written.length
    ? written.length - taken.size
    : written.filter((change) => !taken.has(changeName(change))).length;

/** Expects that every change was accepted, that those of a record first arrived in order, and that repeats carry the same id. */
export function expectAllDelivered(receiver: TestReceiver, written: WrittenVersion[]): Figures {
  const lost = countMissing(receiver, written);
  expect(lost).toBe(0);
  expectVersionOrder(receiver.arrivals);
  expectVersionOrder(acceptedArrivals(receiver));
  expectStableIds(receiver.arrivals);
  const newest = new Map(
    written
      .toSorted((a, b) => a.version - b.version)
      .map((writtenVersion) => [`${writtenVersion.entity}/${writtenVersion.recordId}`, writtenVersion.version]),
  );
  expect(new Map([...receiver.store.newest].map(([key, { version }]) => [key, version]))).toEqual(newest);
  const deliveries = receiver.arrivals.length;
  return { changes: written.length, deliveries, repeats: deliveries - written.length, lost };
}

/** Expects that the first arrival of a version follows the first arrival of the version before it. */
function expectVersionOrder(arrivals: Arrival[]): void {
  const newest = new Map<string, number>();
  const outOfOrder = arrivals.filter(({ entity, recordId, version }) => {
    const [record, newestVersion] = [`${entity}/${recordId}`, newest.get(`${entity}/${recordId}`) ?? 0];
    newest.set(record, Math.max(version, newestVersion));
    return version > newestVersion + 1;
  });
  expect(outOfOrder).toEqual([]);
}

/** Expects one id for each change, and one change for each id. */
function expectStableIds(arrivals: Arrival[]): void {
  const pairs = new Set(arrivals.map((arrival) => `${arrival.id} ${changeName(arrival)}`));
  expect(pairs.size).toBe(new Set(arrivals.map(({ id }) => id)).size);
  expect(pairs.size).toBe(new Set(arrivals.map(changeName)).size);
}

/** Prints the summary of a test of faults. */
export function printFigures(title: string, figures: Figures[], suffix = ''): void {
  const sum = (key: keyof Figures) => figures.reduce((total, figure) => total + figure[key], 0);
  const line = `changes ${sum('changes')}, deliveries ${sum('deliveries')}, repeats ${sum('repeats')}, lost = ${sum('lost')}`;
  // bypasses the runner, which hides the output of passing tests
  process.stdout.write(`${title}: ${line}${suffix && `; ${suffix}`}\n`);
}
