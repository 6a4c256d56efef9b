import { type Database, fromJson, type Transaction } from '#database';
import type { Schemas } from '#http/contract.ts';
import { Problem } from '#http/problem.ts';
import { whereLane } from '../push/lanes.ts';
import type { LanePath } from './lanes.ts';

export interface LockedLane {
  subscriber: { id: number; name: string };
  position: number;
  ahead: number[];
  paused: boolean;
  parked: boolean;
  attempts: number;
  nextTime: Date;
  /** By the database's clock. */
  now: Date;
  write(columns: object): Promise<unknown>;
}

/** A lane that nobody else moves meanwhile: its subscriber first, as everybody locks them. Throws `notFound`. */
export async function lockLane(trx: Transaction, path: LanePath): Promise<LockedLane> {
  const subscriber = await trx('subscriber').where('id', path.subscriberId).forShare().first('id', 'name');
  const own = (db: Database) => db('sync_lane').where(whereLane(path));
  const row =
    subscriber &&
    (await own(trx)
      .forUpdate()
      .first('*', { now: trx.raw('NOW(3)') }));
  if (!row) throw new Problem('notFound');
  return {
    ...{ subscriber, position: row.position, ahead: fromJson<number[] | null>(row.ahead) ?? [], now: row.now },
    ...{ paused: row.paused === 1, parked: row.parked === 1, attempts: row.attempts, nextTime: row.next_time },
    write: (columns) => own(trx).update(columns),
  };
}

/** What an act on a lane is about in the user log. */
export const subscriberTarget = ({ id, name }: { id: number; name: string }) => ({
  kind: 'subscriber' as const,
  id,
  name,
});

/** A value of a lane before and after an act. */
export const laneChange = (entity: Schemas['Entity'], name: string, before: unknown, after: unknown) => ({
  pointer: `/${entity}/${name}`,
  before,
  after,
});
