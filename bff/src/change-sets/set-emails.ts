import type { Transaction } from '#database';
import { enqueueEmail } from '#mail/outbox.ts';
import { isAhead, toEffectiveOn } from './effective-time.ts';
import type { EventRequest, LockedSet } from './lock-for-event.ts';
import type { StoredSet } from './stored-set.ts';

/** Returns when a set takes effect, for emails, unless that is at once. */
function toMailedDate(set: StoredSet): { date?: string } {
  const on = isAhead(set) ? toEffectiveOn(set) : null;
  return on === null ? {} : { date: `${on.replace('T', ' ')} (${set.zone})` };
}

/** Queues an email to each of these users, except for whoever causes it and those who are not active. */
export async function emailAboutSet(
  trx: Transaction,
  kind: 'setSubmitted' | 'setApproved' | 'setRejected',
  { set, items }: LockedSet,
  userIds: number[],
  { caller, body: { reason } }: EventRequest,
): Promise<void> {
  const recipients = await trx('user')
    .whereIn('id', userIds)
    .whereNot('id', caller.id)
    .where('status', 'active')
    .select('email', 'display_name', 'language');
  for (const { email: address, display_name: displayName, language } of recipients) {
    const work = {
      by: caller.username,
      title: set.title,
      items: items.length,
      path: `/change-sets/${set.id}`,
      ...toMailedDate(set),
    };
    const data = { displayName, ...work, ...(reason === undefined ? {} : { reason }) };
    await enqueueEmail(trx, { kind, address, language: language ?? 'zh-CN', data });
  }
}
