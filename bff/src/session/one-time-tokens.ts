import { createHash, randomBytes } from 'node:crypto';
import { type Database, fromJson, fromNow, now } from '#database';

export type Purpose = 'reset' | 'invite' | 'setup' | 'challenge' | 'enrolment' | 'ticket';

export interface Held<T> {
  userId: number | null;
  data: T;
}

interface Issue {
  purpose: Purpose;
  userId?: number | null;
  data?: object;
  /** Milliseconds. */
  lifetime: number;
}

// 256 random bits need no slow hash: they cannot be guessed
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** A new token that is good once; the database holds its hash only. */
export async function issueToken(db: Database, { purpose, userId = null, data, lifetime }: Issue) {
  const token = randomBytes(32).toString('base64url');
  await db('one_time_token').insert({
    hash: hashOf(token),
    purpose,
    user_id: userId,
    data: data ? JSON.stringify(data) : null,
    create_time: now(db),
    expire_time: fromNow(db, lifetime),
  });
  // for people alone: whether it is still good, the database decides
  return { token, expire: new Date(Date.now() + lifetime) };
}

const good = (db: Database, purpose: Purpose, token: string) =>
  db('one_time_token')
    .where({ hash: hashOf(token), purpose })
    .whereNull('used_time')
    .where('expire_time', '>', now(db));

/** What a token stands for, without using it up; undefined where it is unknown, used or expired. */
export async function lookAtToken<T = unknown>(
  db: Database,
  purpose: Purpose,
  token: string,
): Promise<Held<T> | undefined> {
  const row = await good(db, purpose, token).first('user_id', 'data');
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
): Promise<Held<T> | undefined> {
  const held = await lookAtToken<T>(db, purpose, token);
  const spent = held && (await good(db, purpose, token).update(spentColumns(db)));
  return spent === 1 ? held : undefined;
}

/** Makes the open tokens of a user for this purpose, or these, void. */
export const voidTokens = (db: Database, purpose: Purpose | Purpose[], userId: number) =>
  db('one_time_token')
    .where('user_id', userId)
    .whereIn('purpose', [purpose].flat())
    .whereNull('used_time')
    .update(spentColumns(db));
