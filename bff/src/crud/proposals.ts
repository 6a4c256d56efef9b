import type { Actor } from '#change-log/append.ts';
import type { Database, Transaction } from '#database';
import { fromJson } from '#database';
import type { Schemas } from '#http/contract.ts';
import { Problem } from '#http/problem.ts';
import type { Crud } from './crud.ts';
import { guarded } from './duplicate-key.ts';
import type { Entity, EntityRecord, Fields } from './entity.ts';
import { changedPointers } from './pointers.ts';
import { codesFor, fieldsOf, type Refs, type Stored, toRow, type Values } from './rows.ts';

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
  time: Date;
}

const settled = new Set<Schemas['Status']>(['approved', 'active', 'inactive']);

/** Whether a change to this record must wait for a second person. */
export async function mustPropose(
  crud: Crud,
  trx: Transaction,
  entity: Entity,
  record: EntityRecord,
  action: ProposalAction,
) {
  if ((await crud.review(entity.key, trx)) === 'none') return false;
  return action === 'delete' ? record.status === 'active' : settled.has(record.status);
}

/** The open proposals beside these records, with today's codes of what they refer to. */
export async function openProposals(db: Database, entity: Entity, recordIds: number[]): Promise<Proposal[]> {
  if (recordIds.length === 0) return [];
  const rows = await db('proposal').where({ entity: entity.key, open: 1 }).whereIn('record_id', recordIds);
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
    time: row.time,
  }));
}

function readValues(row: Record<string, unknown>): Pick<Proposal, 'base' | 'after'> {
  const { base = {}, after = {} } = fromJson<{ base?: Refs; after?: Refs } | null>(row.refs) ?? {};
  const proposed = fromJson<Fields | null>(row.after);
  return { base: { fields: fromJson(row.base), refs: base }, after: proposed && { fields: proposed, refs: after } };
}

export async function openProposal(db: Database, entity: Entity, recordId: number): Promise<Proposal | undefined> {
  const [proposal] = await openProposals(db, entity, [recordId]);
  return proposal;
}

/** Opens a proposal, or replaces the author's own; 409 `proposalOpen` where somebody else's is open. */
export async function propose(
  trx: Transaction,
  entity: Entity,
  current: Stored,
  action: ProposalAction,
  values: Values | undefined,
  author: Actor & { id: number },
): Promise<Proposal> {
  const { id: recordId, version: baseVersion } = current.record;
  const open = await openProposal(trx, entity, recordId);
  if (open && open.authorId !== author.id) throw new Problem('proposalOpen', { parameters: { by: open.author } });
  if (values) await tryOut(trx, entity, recordId, values);
  const row = {
    action,
    base_version: baseVersion,
    version: await nextVersion(trx, entity, recordId),
    base: JSON.stringify(fieldsOf(entity, current.record)),
    after: values ? JSON.stringify(values.fields) : null,
    refs: JSON.stringify({ base: current.refs, after: values?.refs ?? {} }),
    time: new Date(),
  };
  if (open) await trx('proposal').where('id', open.id).update(row);
  else {
    const whose = { entity: entity.key, record_id: recordId, open: 1, author_id: author.id, author: author.username };
    await trx('proposal').insert({ ...row, ...whose });
  }
  const written = await openProposal(trx, entity, recordId);
  if (!written) throw new Error('a proposal just written is not there');
  return written;
}

/** Counts on over all proposals of a record, so that a version once seen never stands for another proposal. */
async function nextVersion(trx: Transaction, entity: Entity, recordId: number): Promise<number> {
  const last = await trx('proposal')
    .where({ entity: entity.key, record_id: recordId })
    .max({ version: 'version' })
    .first();
  return Number(last?.version ?? 0) + 1;
}

/**
 * Lets the database itself say whether the values would be taken: written behind a savepoint, then undone. `search`
 * stays out of it: MariaDB loses a row from its full-text index when a change of that column is rolled back to a
 * savepoint and the transaction then writes on.
 */
async function tryOut(trx: Transaction, entity: Entity, id: number, values: Values): Promise<void> {
  const undo = new Error('undo');
  await trx
    .transaction(async (inner) => {
      await guarded(entity, inner(entity.table).where('id', id).update(toRow(entity, values)));
      throw undo;
    })
    .catch((error) => {
      if (error !== undo) throw error;
    });
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
