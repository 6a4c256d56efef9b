import { type Database, fromJson, fromNow, now, transact } from '#database';
import type { Post } from './outbox.ts';

export type ClaimedLetter = Post & {
  id: number;
  /** When it was posted. */
  time: Date;
  /** How often it was tried, this try included; with the id it names a claim. */
  attempts: number;
};

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** After each failed try but the last; eight tries in all. */
const pauses = [10 * second, minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 12 * hour];

/** Longer than any pause: such a time was written before the database's clock was set back. */
const LONGEST_PAUSE = 24 * hour;

const due = (db: Database) =>
  db('mail_outbox')
    .where((row) => row.where('next_time', '<=', now(db)).orWhere('next_time', '>', fromNow(db, LONGEST_PAUSE)))
    .orderBy('next_time');

/**
 * Takes the letter that has waited longest, for `lease` milliseconds: whoever dies with it leaves it to the next one.
 * Undefined where none is due, or others have taken them.
 */
export async function claimLetter(db: Database, lease: number): Promise<ClaimedLetter | undefined> {
  if (!(await due(db).first('id'))) return undefined;
  return transact(db, async (trx) => {
    const row = await due(trx).forUpdate().skipLocked().first();
    if (!row) return undefined;
    const { id, kind, address, language, time, attempts } = row;
    const next = { attempts: attempts + 1, next_time: fromNow(trx, lease) };
    await trx('mail_outbox').where('id', id).update(next);
    return { id, kind, address, language, time, attempts: next.attempts, data: fromJson(row.data) ?? undefined };
  });
}

/** Done with a letter: sent, or not to be sent any more. */
export const finishLetter = (db: Database, { id }: ClaimedLetter, sent: boolean) =>
  db('mail_outbox')
    .where('id', id)
    .update({ sent_time: sent ? now(db) : null, next_time: null, error: null });

/** To be tried again after a pause, or given up; not where another has it by now. Answers the pause in milliseconds. */
export async function putBackLetter(
  db: Database,
  { id, attempts }: ClaimedLetter,
  error: string,
): Promise<number | null> {
  const pause = pauses[attempts - 1] ?? null;
  const next = pause === null ? null : fromNow(db, pause);
  await db('mail_outbox').where({ id, attempts }).whereNull('sent_time').update({ next_time: next, error });
  return pause;
}

/** For somebody else to try at once; not where another has it by now. */
export const handBackLetter = (db: Database, { id, attempts }: ClaimedLetter) =>
  db('mail_outbox')
    .where({ id, attempts })
    .whereNull('sent_time')
    .update({ next_time: now(db) });
