import { type Database, transact } from '#database';
import type { Request } from '#http/operation-types.ts';
import { doerOf, logAct } from '#logs/user-log.ts';
import { subscriberTarget } from '../status/lock-lane.ts';
import { lockVersion } from './lock-subscriber.ts';

/** Where it stands goes with it; what was sent to it is left to retention. */
export const deleteSubscriber = (db: Database, request: Request<'deleteSubscriber'>): Promise<void> =>
  transact(db, async (trx) => {
    const { record } = await lockVersion(trx, request);
    await trx('subscriber').where('id', record.id).delete();
    await logAct(trx, { act: 'subscriberDeleted', ...doerOf(request), target: subscriberTarget(record) });
  });
