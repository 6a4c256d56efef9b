import { expect } from 'vitest';
import type { WrittenVersion } from './changes.ts';
import { type Arrival, changeName, type TestReceiver } from './receiver.ts';

export interface DeliveryFigures {
  changes: number;
  deliveries: number;
  repeats: number;
  lost: number;
}

const acceptedArrivals = ({ arrivals }: TestReceiver) => arrivals.filter(({ accepted }) => accepted);

/** Counts at least some of the changes that a receiver has not accepted, and returns 0 only if it has accepted all. */
export const countMissing = ({ acceptedNames }: TestReceiver, written: WrittenVersion[]): number =>
  acceptedNames.size < written.length
    ? written.length - acceptedNames.size
    : written.filter((change) => !acceptedNames.has(changeName(change))).length;

/** Expects that every change was accepted, that the changes of a record first arrived in order, and that repeats have the same id. */
export function expectAllDelivered(receiver: TestReceiver, written: WrittenVersion[]): DeliveryFigures {
  const lost = countMissing(receiver, written);
  expect(lost).toBe(0);
  expectVersionOrder(receiver.arrivals);
  expectVersionOrder(acceptedArrivals(receiver));
  expectStableIds(receiver.arrivals);
  const newestVersions = new Map(
    written
      .toSorted((a, b) => a.version - b.version)
      .map((writtenVersion) => [`${writtenVersion.entity}/${writtenVersion.recordId}`, writtenVersion.version]),
  );
  expect(new Map([...receiver.store.newest].map(([key, { version }]) => [key, version]))).toEqual(newestVersions);
  const deliveries = receiver.arrivals.length;
  return { changes: written.length, deliveries, repeats: deliveries - written.length, lost };
}

/** Expects that the first arrival of a version follows the first arrival of the version before it. */
function expectVersionOrder(arrivals: Arrival[]): void {
  const newestVersions = new Map<string, number>();
  const outOfOrder = arrivals.filter(({ entity, recordId, version }) => {
    const [record, newestVersion] = [`${entity}/${recordId}`, newestVersions.get(`${entity}/${recordId}`) ?? 0];
    newestVersions.set(record, Math.max(version, newestVersion));
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

/** Prints the summary of a fault test. */
export function printFigures(title: string, figures: DeliveryFigures[], suffix = ''): void {
  const sum = (key: keyof DeliveryFigures) => figures.reduce((total, figure) => total + figure[key], 0);
  const line = `changes ${sum('changes')}, deliveries ${sum('deliveries')}, repeats ${sum('repeats')}, lost = ${sum('lost')}`;
  // The test runner would hide the output of passing tests.
  process.stdout.write(`${title}: ${line}${suffix && `; ${suffix}`}\n`);
}
