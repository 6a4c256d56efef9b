import { type Database, transact } from '#database';
import type { Request } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';
import { doerOf, logAct } from '#logs/user-log.ts';
import { post } from '#mail/outbox.ts';
import { voidTokens } from '#session/one-time-tokens.ts';
import type { Account } from './account.ts';
import { lockUser, targetOf } from './lock-user.ts';

type Sender = Pick<Request<'inviteUser'>, 'caller' | 'language'>;

/** Sends a link by which the user comes in; links sent before are void. */
export async function postInvitation(
  db: Database,
  { id, email }: Pick<Account, 'id' | 'email'>,
  { caller, language }: Sender,
): Promise<void> {
  await voidTokens(db, 'invite', id);
  await post(db, { kind: 'invitation', address: email, language, data: { userId: id, by: caller.username } });
}

export const inviteAgain = (db: Database, request: Request<'inviteUser'>): Promise<void> =>
  transact(db, async (trx) => {
    const account = await lockUser(trx, request);
    if (account.status !== 'invited') throw new Problem('invalidTransition');
    await postInvitation(trx, account, request);
    await logAct(trx, { act: 'userInvited', ...doerOf(request), target: targetOf(account) });
  });
