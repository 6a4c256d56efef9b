import { type Database, fromJson, type Transaction, written } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Crud } from './crud.ts';
import type { Entity, EntityRecord, Fields } from './entity.ts';
import { changedPointers } from './pointers.ts';
import { codesFor, type Refs, type Values } from './rows.ts';

export type ProposalAction = 'update' | 'delete' | 'restore';

/** A change to a live record that waits for a second person. */
export interface Proposal {
  id: number;
  recordId: number;
  action: ProposalAction;
  baseVersion: number;
  version: number;
  /** What the proposal started from. */
  base: Values;
  /** What is proposed; null for a deletion. */
  after: Values | null;
  authorId: number;
  author: string;
  /** Who else had a hand in it, by an import. */
  contributorIds: number[];
  time: Date;
}

const settled = new Set<Schemas['Status']>(['approved', 'active', 'inactive']);

/** Whether somebody has approved the record, as nothing but a complete one may stay. */
export const isSettled = ({ status }: Pick<EntityRecord, 'status'>) => settled.has(status);

/** Whether a change to this record must wait for a second person, as the kind's review is. */
export const waitsForSecond = (review: Schemas['Review'], record: EntityRecord, action: ProposalAction) =>
  review !== 'none' && (action === 'delete' ? record.status === 'active' : isSettled(record));

/** Whether a change to this record must wait for a second person. */
export const mustPropose = async (
  crud: Crud,
  trx: Transaction,
  entity: Entity,
  record: EntityRecord,
  action: ProposalAction,
) => waitsForSecond(await crud.review(entity.key, trx), record, action);

/** The open proposals beside these records, with today's codes of what they refer to. */
export async function openProposals(db: Database, entity: Entity, recordIds: number[]): Promise<Proposal[]> {
  if (recordIds.length === 0) return [];
  const sql = 'SELECT * FROM proposal WHERE entity = ? AND open = 1 AND record_id IN (?)';
  const rows = await written<ProposalRow[]>(db, sql, [entity.key, recordIds]);
  const read = rows.map((row) => ({ row, ...readValues(row) }));
  const withCodes = await codesFor(
    db,
    entity,
    read.flatMap(({ base, after }) => (after ? [base, after] : [base])),
  );
  return read.map(({ row, base, after }) => ({
    id: row.id,
    recordId: row.record_id,
    action: row.action,
    baseVersion: row.base_version,
    version: row.version,
    base: withCodes(base),
    after: after && withCodes(after),
    authorId: row.author_id,
    author: row.author,
    contributorIds: fromJson<number[] | null>(row.contributor_ids) ?? [],
    time: row.time,
  }));
}

interface ProposalRow extends Record<string, unknown> {
  id: number;
  record_id: number;
  action: ProposalAction;
  base_version: number;
  version: number;
  author_id: number;
  author: string;
  contributor_ids: string | null;
  time: Date;
}

function readValues(row: ProposalRow): Pick<Proposal, 'base' | 'after'> {
  const { base = {}, after = {} } = fromJson<{ base?: Refs; after?: Refs } | null>(row.refs) ?? {};
  const proposed = fromJson<Fields | null>(row.after);
  return { base: { fields: fromJson(row.base), refs: base }, after: proposed && { fields: proposed, refs: after } };
}

export async function openProposal(db: Database, entity: Entity, recordId: number): Promise<Proposal | undefined> {
  const [proposal] = await openProposals(db, entity, [recordId]);
  return proposal;
}

export type Outcome = 'approved' | 'rejected' | 'withdrawn' | 'closed';

export const closeProposal = (
  trx: Transaction,
  entity: Entity,
  recordId: number,
  outcome: Outcome,
  decidedBy: string,
  reason?: string,
) =>
  trx('proposal')
    .where({ entity: entity.key, record_id: recordId, open: 1 })
    .update({ open: null, outcome, decided_by: decidedBy, decided_time: new Date(), reason: reason ?? null });

/** A proposal in the contract's form. */
export const toAnswer = ({ id, action, baseVersion, version, base, after, author, time }: Proposal) => ({
  id,
  action,
  baseVersion,
  version,
  changes: after ? changedPointers(base.fields, after.fields) : [],
  ...(after ? { after: after.fields } : {}),
  by: author,
  time: time.toISOString(),
});
