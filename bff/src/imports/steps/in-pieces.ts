import type { Entity, Stored } from '#crud/model.ts';
import { lockRecords } from '#crud/read-records.ts';
import type { Transaction } from '#database';

// what is made of so many records in one go holds all requests up for less than 30 ms
const piece = 100;

/** Works on many as on some at a time, in the same transaction: what is shared by all requests is free in between. */
export async function inPieces<T, R>(all: T[], work: (some: T[]) => Promise<R[]>): Promise<R[]> {
  const done: R[] = [];
  for (let at = 0; at < all.length; at += piece) done.push(...(await work(all.slice(at, at + piece))));
  return done;
}

export const lockAll = async (trx: Transaction, entity: Entity, ids: number[]): Promise<Map<number, Stored>> =>
  // in one order, so that no two transactions wait for each other
  new Map(
    await inPieces(
      ids.toSorted((a, b) => a - b),
      async (some) => [...(await lockRecords(trx, entity, some))],
    ),
  );
