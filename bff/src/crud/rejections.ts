import { type Database, executeText, now, type Statement, type Transaction } from '#database';
import type { EntityKey, Language, Schemas } from '#http/contract.ts';
import { enqueueEmail } from '#mail/outbox.ts';
import type { Entity } from './model.ts';

/** Something that was rejected: a record, the proposal beside one, or all that an import brought in. */
interface Rejected {
  kind: Schemas['RejectionNotice']['kind'];
  entity: Entity;
  /** The record's, or the import's. */
  id: number;
  proposalId?: number;
  code: string | null;
  name: string;
  locales?: Schemas['Locales'];
}

interface Rejecting {
  by: { id: number | null; username: string };
  reason: string | undefined;
}

const WRITERS = `SELECT user_id FROM review_writer WHERE entity = ? AND record_id = ?`;

/** The people whose work a pending or rejected record is. */
export async function writersOfRecord(trx: Transaction, entity: EntityKey, id: number): Promise<number[]> {
  const rows = await executeText<{ user_id: number }[]>(trx, WRITERS, [entity, id]);
  return rows.map(({ user_id }) => user_id);
}

/** Tells the people whose work it was, but for who rejected it: by a notice, until they dismiss it, and by mail in their language. */
export async function reportRejection(
  trx: Transaction,
  { kind, entity, id, proposalId, code, name, locales = {} }: Rejected,
  { by, reason }: Rejecting,
  userIds: number[],
): Promise<void> {
  const others = userIds.filter((userId) => userId !== by.id);
  const readers = await trx('user').whereIn('id', others).select('id', 'email', 'display_name', 'language', 'status');
  for (const { id: userId, email, display_name: displayName, language, status } of readers) {
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
    if (status !== 'active') continue;
    const emailLanguage: Language = language ?? 'zh-CN';
    const subject = {
      what: kind,
      label: entity.label[emailLanguage],
      code,
      name: locales[emailLanguage]?.name ?? name,
    };
    const path = kind === 'import' ? `/imports/${id}` : `${entity.route}?id=${id}`;
    const data = { displayName, by: by.username, ...subject, path, ...(reason === undefined ? {} : { reason }) };
    await enqueueEmail(trx, { kind: 'workRejected', address: email, language: emailLanguage, data });
  }
}

/** The notices of a record are of no use any more: it was submitted again. */
export const deleteRejectionNoticeStatements = (entity: EntityKey, recordId: number): Statement[] => [
  {
    sql: "DELETE FROM review_notice WHERE entity = ? AND record_id = ? AND kind <> 'import'",
    values: [entity, recordId],
  },
];

/** Who proposes again has seen what became of the proposal before. */
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
 * That a rejected record was rejected, to everybody; that a proposal beside another was, to its author until they dismiss
 * the notice.
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
  const own = notice ? { notice: Number(notice.id) } : {};
  return { kind, ...toDecision(decision.actor, decision.time, decision.reason), ...own };
}

/** Who decided, when and why, in the contract's form. */
export const toDecision = (by: string, time: Date, reason: string | null) => ({
  by,
  time: time.toISOString(),
  ...(reason ? { reason } : {}),
});
