import { loadReaders } from '#access/rights.ts';
import type { Entity } from '#crud/model.ts';
import { type Database, executeUnprepared, now, type Statement, type Transaction } from '#database';
import { mayRead, maySeeImports } from '#http/caller.ts';
import type { EntityKey, Language, Schemas } from '#http/contract.ts';
import { enqueueEmail } from '#mail/outbox.ts';

/** What was rejected: a record, a proposal, or an import. */
interface RejectedWork {
  kind: Schemas['RejectionNotice']['kind'];
  entity: Entity;
  /** The id of the record or of the import. */
  id: number;
  proposalId?: number;
  code: string | null;
  name: string;
  locales?: Schemas['Locales'];
}

interface RejectionDetails {
  by: { id: number | null; username: string };
  reason: string | undefined;
  /** The change set whose release replaces it. */
  replacedBySetId?: number;
  /** Whether the change set has deleted the record. */
  isRecordDeleted?: boolean;
}

const WRITERS_SQL = `SELECT user_id FROM review_writer WHERE entity = ? AND record_id = ?`;

/** Returns the ids of users who contributed to a pending or rejected record. */
export async function readContributorIds(trx: Transaction, entity: EntityKey, id: number): Promise<number[]> {
  const rows = await executeUnprepared<{ user_id: number }[]>(trx, WRITERS_SQL, [entity, id]);
  return rows.map(({ user_id }) => user_id);
}

/**
 * Notifies the contributors, except for the user who rejected their work, by a notice and by an email in their language. Those who may
 * not see it any more get no email, and find the notice once they may. Where much work is rejected at once, each gets one email: `emailedIds`
 * has those who have got it, and those who get it now are added.
 */
export async function reportRejection(
  trx: Transaction,
  { kind, entity, id, proposalId, code, name, locales = {} }: RejectedWork,
  { by, reason, replacedBySetId, isRecordDeleted }: RejectionDetails,
  userIds: number[],
  emailedIds?: Set<number>,
): Promise<void> {
  const others = userIds.filter((userId) => userId !== by.id);
  const users = await trx('user').whereIn('id', others).select('id', 'email', 'display_name', 'language', 'status');
  const awaitsEmail = ({ id: userId, status }: { id: number; status: string }) =>
    status === 'active' && !emailedIds?.has(userId);
  const readers = await loadReaders(
    trx,
    users.filter(awaitsEmail).map(({ id: userId }) => userId),
  );
  const maySee = kind === 'import' ? maySeeImports : mayRead;
  for (const { id: userId, email, display_name: displayName, language } of users) {
    await trx('review_notice')
      .insert({
        user_id: userId,
        entity: entity.key,
        record_id: id,
        kind,
        proposal_id: proposalId ?? null,
        decided_by: by.username,
        time: now(trx),
        reason: reason ?? null,
      })
      .onConflict(['entity', 'record_id', 'kind', 'user_id'])
      .merge();
    const reader = readers.get(userId);
    if (!reader || !maySee(reader, entity.key)) continue;
    emailedIds?.add(userId);
    const emailLanguage: Language = language ?? 'zh-CN';
    const subject = {
      what: kind,
      label: entity.label[emailLanguage],
      code,
      name: locales[emailLanguage]?.name ?? name,
    };
    const path = kind === 'import' ? `/imports/${id}` : `${entity.route}?id=${id}`;
    const data = {
      displayName,
      by: by.username,
      ...subject,
      path,
      ...(reason === undefined ? {} : { reason }),
      ...(replacedBySetId !== undefined && { replacedBySetId }),
      ...(isRecordDeleted && { isRecordDeleted }),
      ...(emailedIds && { amongOthers: true }),
    };
    await enqueueEmail(trx, { kind: 'workRejected', address: email, language: emailLanguage, data });
  }
}

/** Returns the statements that delete the notices of a record that is submitted again. */
export const deleteRejectionNoticeStatements = (entity: EntityKey, recordId: number): Statement[] => [
  {
    sql: "DELETE FROM review_notice WHERE entity = ? AND record_id = ? AND kind <> 'import'",
    values: [entity, recordId],
  },
];

/** Deletes the notices of users who propose again, as they have seen the rejection. */
export async function deleteProposalNotices(
  trx: Transaction,
  entity: EntityKey,
  recordIds: number[],
  userId: number,
): Promise<void> {
  await trx('review_notice')
    .where({ entity, user_id: userId, kind: 'proposal' })
    .whereIn('record_id', recordIds)
    .delete();
}

/**
 * Reads the rejection to show with a record: for everybody that of the record itself, or for the author that of their last proposal,
 * until they dismiss the notice.
 */
export async function readRejection(
  db: Database,
  entity: Entity,
  { id, status }: { id: number; status: Schemas['Status'] },
  userId: number,
): Promise<Schemas['Rejection'] | undefined> {
  const kind = status === 'rejected' ? 'record' : 'proposal';
  const notice = await db('review_notice')
    .where({ user_id: userId, entity: entity.key, record_id: id, kind })
    .first('id', 'proposal_id', 'decided_by', 'time', 'reason');
  if (kind === 'proposal') {
    if (!notice) return undefined;
    const { decided_by: by, time, reason, proposal_id: proposal } = notice;
    return { kind, ...toDecision(by, time, reason), ...(proposal ? { proposal } : {}), notice: notice.id };
  }
  const decision = await db('data_log')
    .where({ entity: entity.key, record_id: id, action: 'reject' })
    .orderBy('version', 'desc')
    .first('actor', 'time', 'reason');
  if (!decision) return undefined;
  const noticeMember = notice ? { notice: Number(notice.id) } : {};
  return { kind, ...toDecision(decision.actor, decision.time, decision.reason), ...noticeMember };
}

/** Returns who decided, when and why, in the contract's form. */
export const toDecision = (by: string, time: Date, reason: string | null) => ({
  by,
  time: time.toISOString(),
  ...(reason ? { reason } : {}),
});
