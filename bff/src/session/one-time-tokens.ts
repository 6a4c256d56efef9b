import { createHash, randomBytes } from 'node:crypto';
import { type Database, fromJson, fromNow, now, transact } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { LinkIssuer } from '#mail/compose.ts';

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

// a fast hash suffices, as 256 random bits cannot be guessed
const hashToken = (token: string) => createHash('sha256').update(token).digest('hex');

/** Issues a token that can be used once; the database stores only its hash. */
export async function issueToken(db: Database, { purpose, userId = null, data, lifetime }: NewToken) {
  const token = randomBytes(32).toString('base64url');
  await db('one_time_token').insert({
    hash: hashToken(token),
    purpose,
    user_id: userId,
    data: data ? JSON.stringify(data) : null,
    create_time: now(db),
    expire_time: fromNow(db, lifetime),
  });
  // only for display, as the database decides whether the token is still valid
  return { token, expire: new Date(Date.now() + lifetime) };
}

const usableToken = (db: Database, purpose: Purpose, token: string) =>
  db('one_time_token')
    .where({ hash: hashToken(token), purpose })
    .whereNull('used_time')
    .where('expire_time', '>', now(db));

/** Reads the content of a token without using it; undefined if it is unknown, used or expired. */
export async function peekToken<T = unknown>(
  db: Database,
  purpose: Purpose,
  token: string,
): Promise<TokenContent<T> | undefined> {
  const row = await usableToken(db, purpose, token).first('user_id', 'data');
  return row && { userId: row.user_id, data: fromJson<T>(row.data) };
}

/** Purposes whose data may contain a secret, which is deleted when the token is used. */
const SECRET_PURPOSES: Purpose[] = ['challenge', 'enrolment'];

const spentColumns = (db: Database) => ({
  used_time: now(db),
  data: db.raw('IF(purpose IN (?), NULL, data)', [SECRET_PURPOSES]),
});

/** Uses a token and returns its content; undefined if it was invalid. Of two concurrent calls only one succeeds. */
export async function spendToken<T = unknown>(
  db: Database,
  purpose: Purpose,
  token: string,
): Promise<TokenContent<T> | undefined> {
  const content = await peekToken<T>(db, purpose, token);
  const spentCount = content && (await usableToken(db, purpose, token).update(spentColumns(db)));
  return spentCount === 1 ? content : undefined;
}

/** Voids the unused tokens of a user for these purposes. */
export const voidTokens = (db: Database, purpose: Purpose | Purpose[], userId: number) =>
  db('one_time_token')
    .where('user_id', userId)
    .whereIn('purpose', [purpose].flat())
    .whereNull('used_time')
    .update(spentColumns(db));

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

type Lifetimes = Pick<Schemas['Settings'], 'resetMinutes' | 'invitationDays'>;

/** Issues the tokens of emails when they are sent, so that no token is ever stored. Earlier tokens become void. */
export function createLinkIssuer(db: Database, settings: (db: Database) => Promise<Lifetimes>): LinkIssuer {
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
        // the email gives access to the account, so it must not go to an address that the account no longer has
        const user = await lockAccount(trx, { id: userId, status: 'invited', email: address });
        if (!user) return undefined;
        const { invitationDays: lifetime } = await settings(trx);
        await voidTokens(trx, 'invite', user.id);
        const { token } = await issueToken(trx, { purpose: 'invite', userId: user.id, lifetime: lifetime * DAY_MS });
        return { address: user.email, displayName: user.display_name, token, lifetime };
      }),
  };
}

/** Locks an account, so that concurrent emails to it take turns. */
const lockAccount = (
  trx: Database,
  criteria: { id?: number; status: Schemas['UserStatus']; email: string },
): Promise<{ id: number; email: string; display_name: string } | undefined> =>
  trx('user').where(criteria).forUpdate().first('id', 'email', 'display_name');

/** Whether another email with a token was sent to the account in the last minute; retries of the same email do not count. */
async function hasRecentToken(trx: Database, userId: number, emailId: number): Promise<boolean> {
  const tokens: { data: unknown }[] = await trx('one_time_token')
    .where({ user_id: userId, purpose: 'reset' })
    .where('create_time', '>', fromNow(trx, -MINUTE_MS))
    .select('data');
  return tokens.some(({ data }) => fromJson<{ letter?: number } | null>(data)?.letter !== emailId);
}
