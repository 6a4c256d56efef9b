import { type Database, transact } from '#database';
import type { Request } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';
import { doerOf, logAct } from '#logs/user-log.ts';
import { expectAnotherAdministrator, lockVersion, targetOf } from './lock-user.ts';

/** All that is the user's goes with them; the logs keep the name. */
export const deleteUser = (db: Database, request: Request<'deleteUser'>): Promise<void> =>
  transact(db, async (trx) => {
    const account = await lockVersion(trx, request);
    if (account.id === request.caller.id) throw new Problem('ownAccount');
    await trx('user').where('id', account.id).delete();
    await expectAnotherAdministrator(trx, account);
    await logAct(trx, { act: 'userDeleted', ...doerOf(request), target: targetOf(account) });
  });
