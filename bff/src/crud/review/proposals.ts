import type { Entity, FieldValues, Refs, ResolvedValues } from '#crud/model.ts';
import { changedPointers } from '#crud/pointers.ts';
import { createCodeHydrator } from '#crud/rows.ts';
import { type Database, executeUnprepared, fromJson, type Transaction } from '#database';
import type { Schemas } from '#http/contract.ts';
import { toDecision } from './rejections.ts';

/** A proposed change to a live record that a second person has to approve. */
export interface Proposal {
  id: number;
  recordId: number;
  action: ProposalAction;
  baseVersion: number;
  version: number;
  /** The values on which the proposal is based. */
  base: ResolvedValues;
  /** The proposed values; null for a deletion. */
  after: ResolvedValues | null;
  authorId: number;
  author: string;
  /** Other users who contributed, through an import or to an unapproved version that it restores. */
  contributorIds: number[];
  time: Date;
  /** The decision; undefined while the proposal is open. */
  decision: Schemas['ProposalDecision'] | undefined;
}

/** Reads the open proposals for these records, with the current codes of referenced records. */
export async function readOpenProposals(db: Database, entity: Entity, recordIds: number[]): Promise<Proposal[]> {
  if (recordIds.length === 0) return [];
  const sql = 'SELECT * FROM proposal WHERE entity = ? AND open = 1 AND record_id IN (?)';
  return toProposals(db, entity, await executeUnprepared<ProposalRow[]>(db, sql, [entity.key, recordIds]));
}

/** Queries the proposals that have been decided on. The items of change sets are no proposals of their own. */
const queryDecided = (db: Database) => db('proposal').where({ open: null, change_set_id: null });

/** Reads a decided proposal for a record. */
export async function readDecidedProposal(
  db: Database,
  entity: Entity,
  recordId: number,
  id: number,
): Promise<Proposal | undefined> {
  const rows = await queryDecided(db).where({ id, entity: entity.key, record_id: recordId });
  return (await toProposals(db, entity, rows))[0];
}

/** Reads the proposals for a record that were rejected or withdrawn in a period, newest first. */
export async function readRefusedProposals(
  db: Database,
  entity: Entity,
  recordId: number,
  { after, until }: { after?: Date | undefined; until?: Date | undefined },
): Promise<Proposal[]> {
  const rows = await queryDecided(db)
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

/** Converts rows into proposals with the current codes of referenced records. */
async function toProposals(db: Database, entity: Entity, rows: ProposalRow[]): Promise<Proposal[]> {
  const rowsWithValues = rows.map((row) => ({ row, ...readValues(row) }));
  const withCodes = await createCodeHydrator(
    db,
    entity,
    rowsWithValues.flatMap(({ base, after }) => (after ? [base, after] : [base])),
  );
  return rowsWithValues.map(({ row, base, after }) => ({
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

// a decided proposal always has `decided_time`
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
  const proposed = fromJson<FieldValues | null>(row.after);
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

/** Converts a proposal into the contract's form. */
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
  // only a decided proposal needs its base: an open one is shown with the live record
  ...(decision ? { base: base.fields, decision } : {}),
});

export type ProposalAction = 'update' | 'delete' | 'restore';
