import { type Database, fromJson, fromNow, transact } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Addressees } from '#mail/compose.ts';
import { issueToken, voidTokens } from './one-time-tokens.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

type Lifetimes = Pick<Schemas['Settings'], 'resetMinutes' | 'invitationDays'>;

/** The tokens of letters, made when a letter is sent, so that none is ever stored; the one before is void then. */
export function letterTokens(db: Database, settings: (db: Database) => Promise<Lifetimes>): Addressees {
  return {
    reset: ({ id, address }) =>
      transact(db, async (trx) => {
        const user = await accountFor(trx, { status: 'active', email: address });
        if (!user || (await hadOneJustNow(trx, user.id, id))) return undefined;
        const { resetMinutes: lifetime } = await settings(trx);
        await voidTokens(trx, 'reset', user.id);
        const data = { letter: id };
        const { token } = await issueToken(trx, {
          purpose: 'reset',
          userId: user.id,
          data,
          lifetime: lifetime * minute,
        });
        return { address: user.email, displayName: user.display_name, token, lifetime };
      }),

    invitation: ({ userId, address }) =>
      transact(db, async (trx) => {
        // whoever holds the letter holds the account: it goes to no address that the account has no longer
        const user = await accountFor(trx, { id: userId, status: 'invited', email: address });
        if (!user) return undefined;
        const { invitationDays: lifetime } = await settings(trx);
        await voidTokens(trx, 'invite', user.id);
        const { token } = await issueToken(trx, { purpose: 'invite', userId: user.id, lifetime: lifetime * day });
        return { address: user.email, displayName: user.display_name, token, lifetime };
      }),
  };
}

/** The account, locked: two letters to one at the same time take turns. */
const accountFor = (
  trx: Database,
  which: { id?: number; status: Schemas['UserStatus']; email: string },
): Promise<{ id: number; email: string; display_name: string } | undefined> =>
  trx('user').where(which).forUpdate().first('id', 'email', 'display_name');

/** Whether another letter has taken a token to the account in the last minute; a letter that is tried again has not. */
async function hadOneJustNow(trx: Database, userId: number, letterId: number): Promise<boolean> {
  const tokens: { data: unknown }[] = await trx('one_time_token')
    .where({ user_id: userId, purpose: 'reset' })
    .where('create_time', '>', fromNow(trx, -minute))
    .select('data');
  return tokens.some(({ data }) => fromJson<{ letter?: number } | null>(data)?.letter !== letterId);
}
