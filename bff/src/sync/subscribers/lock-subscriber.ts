import type { Database, Transaction } from '#database';
import { expectVersion, type IfMatch } from '#http/precondition.ts';
import { Problem } from '#http/problem.ts';
import { type Found, readSubscriber } from './subscriber.ts';

/** Throws `notFound`. */
export async function findSubscriber(db: Database, id: number): Promise<Found> {
  const found = await readSubscriber(db, id);
  if (!found) throw new Problem('notFound');
  return found;
}

/** The subscriber, which nobody else changes meanwhile; throws `notFound`. */
export async function lockSubscriber(trx: Transaction, id: number): Promise<Found> {
  await trx('subscriber').where('id', id).forUpdate().select('id');
  return findSubscriber(trx, id);
}

interface OfVersion {
  path: { id: number };
  ifMatch: IfMatch;
}

/** The same in the version that the caller has read; throws also `preconditionRequired` or `versionConflict`. */
export async function lockVersion(trx: Transaction, { path, ifMatch }: OfVersion): Promise<Found> {
  const found = await lockSubscriber(trx, path.id);
  expectVersion(ifMatch, found.record.version, found.record);
  return found;
}
