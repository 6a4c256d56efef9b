import { type Database, fromJson, fromNow, hasCome, now, transact } from '#database';
import type { Language } from '#http/contract.ts';

/**
 * What a letter is for, and what it says beside its address:
 * `reset` knows the address alone, `reason` may be empty.
 */
export type EmailContent =
  | { kind: 'reset'; data?: undefined }
  | { kind: 'invitation'; data: { userId: number; by: string } }
  | { kind: 'emailTaken'; data: { displayName: string } }
  | { kind: 'approved' | 'rejected'; data: { displayName: string; reason?: string } }
  | { kind: 'workRejected'; data: RejectedWork };

/** Somebody's work that another rejected; `label` is its kind's in the language of the mail, `path` the way to it. */
export interface RejectedWork {
  displayName: string;
  by: string;
  what: 'record' | 'proposal' | 'import';
  label: string;
  code: string | null;
  name: string;
  reason?: string;
  path: string;
}

type Email = EmailContent & { address: string; language: Language };

/** Leaves a letter to be sent, in the transaction of what it tells of; tokens are made when it is sent. */
export async function enqueueEmail(db: Database, { kind, address, language, data }: Email): Promise<void> {
  await db('mail_outbox').insert({
    kind,
    address,
    language,
    data: data ? JSON.stringify(data) : null,
    time: now(db),
    next_time: now(db),
  });
}

export type ClaimedEmail = Email & {
  id: number;
  /** When it was posted. */
  time: Date;
  /** How often it was tried, this try included; with the id it names a claim. */
  attempts: number;
};

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** After each failed try but the last; eight tries in all. */
const BACKOFF_MS = [10 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS, 12 * HOUR_MS];

/** Longer than any pause. */
const MAX_PAUSE_MS = 24 * HOUR_MS;

const dueEmails = (db: Database) =>
  db('mail_outbox')
    .where(hasCome(db, 'next_time', MAX_PAUSE_MS))
    .orderBy('next_time');

/**
 * Takes the letter that has waited longest, for `lease` milliseconds: whoever dies with it leaves it to the next one.
 * Undefined where none is due, or others have taken them.
 */
export async function claimEmail(db: Database, lease: number): Promise<ClaimedEmail | undefined> {
  if (!(await dueEmails(db).first('id'))) return undefined;
  return transact(db, async (trx) => {
    const row = await dueEmails(trx).forUpdate().skipLocked().first();
    if (!row) return undefined;
    const { id, kind, address, language, time, attempts } = row;
    const next = { attempts: attempts + 1, next_time: fromNow(trx, lease) };
    await trx('mail_outbox').where('id', id).update(next);
    return { id, kind, address, language, time, attempts: next.attempts, data: fromJson(row.data) ?? undefined };
  });
}

/** Done with a letter: sent, or not to be sent any more. */
export const finishEmail = (db: Database, { id }: ClaimedEmail, sent: boolean) =>
  db('mail_outbox')
    .where('id', id)
    .update({ sent_time: sent ? now(db) : null, next_time: null, error: null });

/** To be tried again after a pause, or given up; not where another has it by now. Answers the pause in milliseconds. */
export async function retryEmailLater(
  db: Database,
  { id, attempts }: ClaimedEmail,
  error: string,
): Promise<number | null> {
  const pause = BACKOFF_MS[attempts - 1] ?? null;
  const next = pause === null ? null : fromNow(db, pause);
  await db('mail_outbox').where({ id, attempts }).whereNull('sent_time').update({ next_time: next, error });
  return pause;
}

/** For somebody else to try at once; not where another has it by now. */
export const releaseEmail = (db: Database, { id, attempts }: ClaimedEmail) =>
  db('mail_outbox')
    .where({ id, attempts })
    .whereNull('sent_time')
    .update({ next_time: now(db) });
