import { type Database, executeText, fromJson, type Transaction } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Entity, Fields, Refs, Values } from './model.ts';
import { changedPointers } from './pointers.ts';
import { toDecision } from './rejections.ts';
import { createCodeHydrator } from './rows.ts';

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
  /** What became of it; undefined while it is open. */
  decision: Schemas['ProposalDecision'] | undefined;
}

/** The open proposals beside these records, with today's codes of what they refer to. */
export async function readOpenProposals(db: Database, entity: Entity, recordIds: number[]): Promise<Proposal[]> {
  if (recordIds.length === 0) return [];
  const sql = 'SELECT * FROM proposal WHERE entity = ? AND open = 1 AND record_id IN (?)';
  return toProposals(db, entity, await executeText<ProposalRow[]>(db, sql, [entity.key, recordIds]));
}

/** A proposal beside a record that has been decided on. */
export async function readDecidedProposal(
  db: Database,
  entity: Entity,
  recordId: number,
  id: number,
): Promise<Proposal | undefined> {
  const rows = await db('proposal').where({ id, entity: entity.key, record_id: recordId, open: null });
  return (await toProposals(db, entity, rows))[0];
}

/** The proposals beside a record that came to nothing after one moment and up to another, newest first. */
export async function readRefusedProposals(
  db: Database,
  entity: Entity,
  recordId: number,
  { after, until }: { after?: Date | undefined; until?: Date | undefined },
): Promise<Proposal[]> {
  const rows = await db('proposal')
    .where({ entity: entity.key, record_id: recordId })
    .whereIn('outcome', ['rejected', 'withdrawn'])
    .modify((query) => after && query.where('decided_time', '>', after))
    .modify((query) => until && query.where('decided_time', '<=', until))
    .orderBy('decided_time', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_REFUSED_PROPOSALS);
  return toProposals(db, entity, rows);
}

const MAX_REFUSED_PROPOSALS = 100;

/** Rows with today's codes of what they refer to. */
async function toProposals(db: Database, entity: Entity, rows: ProposalRow[]): Promise<Proposal[]> {
  const read = rows.map((row) => ({ row, ...readValues(row) }));
  const withCodes = await createCodeHydrator(
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
    decision: row.outcome
      ? { outcome: row.outcome, ...toDecision(String(row.decided_by), decidedTimeOf(row), row.reason) }
      : undefined,
  }));
}

// a decided proposal has it
const decidedTimeOf = ({ decided_time, time }: ProposalRow) => decided_time ?? time;

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
  outcome: Outcome | null;
  decided_by: string | null;
  decided_time: Date | null;
  reason: string | null;
}

function readValues(row: ProposalRow): Pick<Proposal, 'base' | 'after'> {
  const { base = {}, after = {} } = fromJson<{ base?: Refs; after?: Refs } | null>(row.refs) ?? {};
  const proposed = fromJson<Fields | null>(row.after);
  return { base: { fields: fromJson(row.base), refs: base }, after: proposed && { fields: proposed, refs: after } };
}

export async function readOpenProposal(db: Database, entity: Entity, recordId: number): Promise<Proposal | undefined> {
  const [proposal] = await readOpenProposals(db, entity, [recordId]);
  return proposal;
}

type Outcome = 'approved' | 'rejected' | 'withdrawn' | 'closed';

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
export const toProposalResponse = ({
  id,
  action,
  baseVersion,
  version,
  base,
  after,
  author,
  time,
  decision,
}: Proposal) => ({
  id,
  action,
  baseVersion,
  version,
  changes: after ? changedPointers(base.fields, after.fields) : [],
  ...(after ? { after: after.fields } : {}),
  by: author,
  time: time.toISOString(),
  // what is open stands beside the live record, from which its base can be read
  ...(decision ? { base: base.fields, decision } : {}),
});

export type ProposalAction = 'update' | 'delete' | 'restore';
