import { createHash, randomBytes } from 'node:crypto';
import { type Database, fromJson, fromNow, now, transact } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { AddresseeLookup } from '#mail/compose.ts';

type Purpose = 'reset' | 'invite' | 'setup' | 'challenge' | 'enrolment' | 'ticket';

interface TokenContent<T> {
  userId: number | null;
  data: T;
}

interface NewToken {
  purpose: Purpose;
  userId?: number | null;
  data?: object;
  /** Milliseconds. */
  lifetime: number;
}

// 256 random bits need no slow hash: they cannot be guessed
const hashOfOneTimeToken = (token: string) => createHash('sha256').update(token).digest('hex');

/** A new token that is good once; the database holds its hash only. */
export async function issueToken(db: Database, { purpose, userId = null, data, lifetime }: NewToken) {
  const token = randomBytes(32).toString('base64url');
  await db('one_time_token').insert({
    hash: hashOfOneTimeToken(token),
    purpose,
    user_id: userId,
    data: data ? JSON.stringify(data) : null,
    create_time: now(db),
    expire_time: fromNow(db, lifetime),
  });
  // for people alone: whether it is still good, the database decides
  return { token, expire: new Date(Date.now() + lifetime) };
}

const usableToken = (db: Database, purpose: Purpose, token: string) =>
  db('one_time_token')
    .where({ hash: hashOfOneTimeToken(token), purpose })
    .whereNull('used_time')
    .where('expire_time', '>', now(db));

/** What a token stands for, without using it up; undefined where it is unknown, used or expired. */
export async function peekToken<T = unknown>(
  db: Database,
  purpose: Purpose,
  token: string,
): Promise<TokenContent<T> | undefined> {
  const row = await usableToken(db, purpose, token).first('user_id', 'data');
  return row && { userId: row.user_id, data: fromJson<T>(row.data) };
}

/** Of these the data may hold a secret that is in force by now; that of others is still asked for. */
const SECRET_PURPOSES: Purpose[] = ['challenge', 'enrolment'];

const spentColumns = (db: Database) => ({
  used_time: now(db),
  data: db.raw('IF(purpose IN (?), NULL, data)', [SECRET_PURPOSES]),
});

/** Uses a token up; undefined where it was not good. Of two at the same time, one gets it. */
export async function spendToken<T = unknown>(
  db: Database,
  purpose: Purpose,
  token: string,
): Promise<TokenContent<T> | undefined> {
  const content = await peekToken<T>(db, purpose, token);
  const spent = content && (await usableToken(db, purpose, token).update(spentColumns(db)));
  return spent === 1 ? content : undefined;
}

/** Makes the open tokens of a user for this purpose, or these, void. */
export const voidTokens = (db: Database, purpose: Purpose | Purpose[], userId: number) =>
  db('one_time_token')
    .where('user_id', userId)
    .whereIn('purpose', [purpose].flat())
    .whereNull('used_time')
    .update(spentColumns(db));

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

type Lifetimes = Pick<Schemas['Settings'], 'resetMinutes' | 'invitationDays'>;

/** The tokens of letters, made when a letter is sent, so that none is ever stored; the one before is void then. */
export function createAddressees(db: Database, settings: (db: Database) => Promise<Lifetimes>): AddresseeLookup {
  return {
    reset: ({ id, address }) =>
      transact(db, async (trx) => {
        const user = await lockAccount(trx, { status: 'active', email: address });
        if (!user || (await hasRecentToken(trx, user.id, id))) return undefined;
        const { resetMinutes: lifetime } = await settings(trx);
        await voidTokens(trx, 'reset', user.id);
        const data = { letter: id };
        const { token } = await issueToken(trx, {
          purpose: 'reset',
          userId: user.id,
          data,
          lifetime: lifetime * MINUTE_MS,
        });
        return { address: user.email, displayName: user.display_name, token, lifetime };
      }),

    invitation: ({ userId, address }) =>
      transact(db, async (trx) => {
        // whoever holds the letter holds the account: it goes to no address that the account has no longer
        const user = await lockAccount(trx, { id: userId, status: 'invited', email: address });
        if (!user) return undefined;
        const { invitationDays: lifetime } = await settings(trx);
        await voidTokens(trx, 'invite', user.id);
        const { token } = await issueToken(trx, { purpose: 'invite', userId: user.id, lifetime: lifetime * DAY_MS });
        return { address: user.email, displayName: user.display_name, token, lifetime };
      }),
  };
}

/** The account, locked: two letters to one at the same time take turns. */
const lockAccount = (
  trx: Database,
  which: { id?: number; status: Schemas['UserStatus']; email: string },
): Promise<{ id: number; email: string; display_name: string } | undefined> =>
  trx('user').where(which).forUpdate().first('id', 'email', 'display_name');

/** Whether another letter has taken a token to the account in the last minute; a letter that is tried again has not. */
async function hasRecentToken(trx: Database, userId: number, letterId: number): Promise<boolean> {
  const tokens: { data: unknown }[] = await trx('one_time_token')
    .where({ user_id: userId, purpose: 'reset' })
    .where('create_time', '>', fromNow(trx, -MINUTE_MS))
    .select('data');
  return tokens.some(({ data }) => fromJson<{ letter?: number } | null>(data)?.letter !== letterId);
}
