import type { Transaction } from '#database';
import { Problem } from '#http/problem.ts';
import type { Crud } from './crud.ts';
import type { Entity } from './entity.ts';
import { ownWork } from './review-writers.ts';
import type { Stored } from './rows.ts';
import { lockRecord } from './store.ts';

/** The record, locked; 404 where there is none, 428 without a version, 412 with another than `ifMatch`. */
export async function lockVersion(
  trx: Transaction,
  entity: Entity,
  id: number,
  ifMatch: number | undefined,
): Promise<Stored> {
  const stored = await lockRecord(trx, entity, id);
  if (!stored) throw new Problem('notFound');
  expectVersion(ifMatch, stored.record.version, stored.record);
  return stored;
}

export function expectVersion(ifMatch: number | undefined, version: number, current: object): void {
  if (ifMatch === undefined) throw new Problem('preconditionRequired');
  if (ifMatch !== version) throw new Problem('versionConflict', { current });
}

/** 409 `secondPerson` where the kind wants one and the record holds work of this user. */
export async function refuseOwnWork(
  crud: Crud,
  trx: Transaction,
  entity: Entity,
  id: number,
  userId: number,
): Promise<void> {
  if ((await crud.review(entity.key)) === 'none') return;
  const own = await ownWork(trx, entity.key, [id], userId);
  if (own.length > 0) throw new Problem('secondPerson');
}
