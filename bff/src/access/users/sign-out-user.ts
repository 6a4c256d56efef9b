import { type Database, transact } from '#database';
import type { Request } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';
import { doerOf, logAct } from '#logs/user-log.ts';
import { revokeSessions } from '#session/sessions.ts';
import { forgetTotp } from '#session/totp.ts';
import { lockUser, targetOf, writeUser } from './lock-user.ts';

/** Ends all sessions of a user, or the one named; answers how many were open. */
export const signOutUser = (
  db: Database,
  request: Omit<Request<'endUserSessions'>, 'path'> & { path: { id: number; sessionId?: string } },
): Promise<number> =>
  transact(db, async (trx) => {
    const account = await lockUser(trx, request);
    const count = await revokeSessions(trx, account.id, request.path.sessionId);
    const entry = { ...doerOf(request), target: targetOf(account), details: { count } };
    if (count > 0) await logAct(trx, { act: 'userSessionsEnded', ...entry });
    return count;
  });

/** Takes away a second factor that is lost, and signs the user out; one's own is taken away with the password only. */
export const removeSecondFactor = (db: Database, request: Request<'removeUserTotp'>): Promise<void> =>
  transact(db, async (trx) => {
    const account = await lockUser(trx, request);
    if (account.id === request.caller.id) throw new Problem('ownAccount');
    if (!account.secondFactor) throw new Problem('noSecondFactor');
    await writeUser(trx, account, {}, request.caller);
    await forgetTotp(trx, account.id);
    await revokeSessions(trx, account.id);
    await logAct(trx, { act: 'userSecondFactorRemoved', ...doerOf(request), target: targetOf(account) });
  });
