import { type Database, fromJson, fromNow, isDue, now } from '#database';
import type { Language } from '#http/contract.ts';
import { claimFirst, type Lease, writeLeased } from '#leases';

/**
 * The purpose of an email and the data for its text. A `reset` needs only the address; `reason` may be empty.
 */
export type EmailContent =
  | { kind: 'reset'; data?: undefined }
  | { kind: 'invitation'; data: { userId: number; by: string } }
  | { kind: 'emailTaken'; data: { displayName: string } }
  | { kind: 'approved' | 'rejected'; data: { displayName: string; reason?: string } }
  | { kind: 'workRejected'; data: RejectedWork }
  | { kind: 'setSubmitted' | 'setApproved' | 'setRejected' | 'setHeld'; data: MailedSet };

/** Work that a reviewer rejected, or replaced by a change set; `label` is that of its entity in the language of the email, `path` that of its page. */
export interface RejectedWork {
  displayName: string;
  by: string;
  what: 'record' | 'proposal' | 'import';
  label: string;
  code: string | null;
  name: string;
  reason?: string;
  path: string;
  replacedBySetId?: number;
  /** Whether the change set has deleted the record. */
  isRecordDeleted?: boolean;
  /** Whether other work of the recipient may have been rejected along with it, without emails of their own. */
  amongOthers?: boolean;
}

/** A change set that was submitted, decided on or held; `by` did that (its author, where it is held), and `items` is the number of its changes. */
export interface MailedSet {
  displayName: string;
  by: string;
  title: string;
  items: number;
  reason?: string;
  /** Why the first of its items cannot be written, one a line, with record and field. */
  problems?: string[];
  /** Whether the recipient is its author. */
  isOwn?: boolean;
  /** When it takes effect, with the time zone; undefined for at once. */
  date?: string;
  path: string;
}

type Email = EmailContent & { address: string; language: Language };

/** Queues an email in the transaction of the change that it reports. Tokens are issued when it is sent. */
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
  /** When it was queued. */
  time: Date;
  /** The number of attempts including this one; together with the id it identifies the lease. */
  attempts: number;
};

/** Returns the lease, which ends when the email is due again or has been sent. */
const leaseOf = ({ id, attempts }: ClaimedEmail): Lease => ({
  table: 'mail_outbox',
  where: { id, attempts, sent_time: null },
});

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The pauses after failed attempts; there are eight attempts in total. */
const BACKOFF_MS = [10 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS, 12 * HOUR_MS];

/** A `next_time` further ahead than this was written before the clock was set back, and counts as due. */
const MAX_PAUSE_MS = 24 * HOUR_MS;

const dueEmails = (db: Database) =>
  db('mail_outbox')
    .where(isDue(db, 'next_time', MAX_PAUSE_MS))
    .orderBy('next_time');

/** Claims the email that has been due longest; undefined if none is due or other workers have claimed all of them. */
export async function claimEmail(db: Database, leaseMs: number): Promise<ClaimedEmail | undefined> {
  if (!(await dueEmails(db).first('id'))) return undefined;
  return claimFirst(db, dueEmails, async (trx, { id, kind, address, language, time, attempts, data }) => {
    const lease = { attempts: attempts + 1, next_time: fromNow(trx, leaseMs) };
    await trx('mail_outbox').where('id', id).update(lease);
    return { id, kind, address, language, time, attempts: lease.attempts, data: fromJson(data) ?? undefined };
  });
}

/** Marks an email as finished, whether it was sent or no longer needed. */
export const finishEmail = (db: Database, { id }: ClaimedEmail, sent: boolean) =>
  db('mail_outbox')
    .where('id', id)
    .update({ sent_time: sent ? now(db) : null, next_time: null, error: null });

/** Schedules another attempt or gives up; returns the pause in milliseconds, or null after the last attempt. */
export async function retryEmailLater(db: Database, email: ClaimedEmail, error: string): Promise<number | null> {
  const pause = BACKOFF_MS[email.attempts - 1] ?? null;
  await writeLeased(db, leaseOf(email), { next_time: pause === null ? null : fromNow(db, pause), error });
  return pause;
}

/** Releases an email so that another worker can send it at once. */
export const releaseEmail = (db: Database, email: ClaimedEmail) =>
  writeLeased(db, leaseOf(email), { next_time: now(db) });
