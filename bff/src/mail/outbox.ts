import { type Database, now } from '#database';
import type { Language } from '#http/contract.ts';

/**
 * What a letter is for, and what it says beside its address:
 * `reset` knows the address alone, `reason` may be empty.
 */
export type Letter =
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

export type Post = Letter & { address: string; language: Language };

/** Leaves a letter to be sent, in the transaction of what it tells of; tokens are made when it is sent. */
export async function post(db: Database, { kind, address, language, data }: Post): Promise<void> {
  await db('mail_outbox').insert({
    kind,
    address,
    language,
    data: data ? JSON.stringify(data) : null,
    time: now(db),
    next_time: now(db),
  });
}
