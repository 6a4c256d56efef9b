import { type Database, fromJson } from '../../../src/database/database.ts';

/** Reads the only lane of a subscriber, and ends its pauses. */
export function laneRowsOf(db: Database) {
  const laneOf = (subscriberId: number) => db('sync_lane').where('subscriber_id', subscriberId);
  const read = (subscriberId: number) => laneOf(subscriberId).first();
  const makeDue = (subscriberId: number) => laneOf(subscriberId).update('next_time', db.raw('NOW(3)'));
  return {
    read,
    makeDue,
    /** Also ends the pauses of its failed changes. */
    async makeAllDue(subscriberId: number) {
      const failures = fromJson<object[] | null>((await read(subscriberId)).failures);
      const due = failures && JSON.stringify(failures.map((failure) => ({ ...failure, nextTime: 0 })));
      await laneOf(subscriberId).update({ failures: due });
      await makeDue(subscriberId);
    },
  };
}

export const secondsUntil = (time: Date): number => (time.getTime() - Date.now()) / 1000;
