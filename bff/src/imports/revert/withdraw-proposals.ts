import type { Entity } from '#crud/model.ts';
import { closeProposal } from '#crud/review/proposals.ts';
import type { Transaction } from '#database';
import type { ProcessedRow } from '../steps/row-results.ts';
import { changedSince, type OutcomeByRecord, type RevertContext } from './revert-context.ts';

interface ProposalRow {
  record_id: number;
  version: number;
  base_version: number;
  open: 1 | null;
  outcome: string | null;
  author: string;
  decided_time: Date;
}

/**
 * Withdraws the open proposals of an import and sets their outcomes. Returns the rows whose proposals were approved, with the version
 * that the approval wrote.
 */
export async function withdrawProposals(
  { trx, entity, workRequest }: RevertContext,
  rows: ProcessedRow[],
  outcomes: OutcomeByRecord,
): Promise<ProcessedRow[]> {
  const proposals = await proposalsOf(trx, entity, rows);
  const approved: ProcessedRow[] = [];
  for (const row of rows) {
    const proposal = proposals.get(`${row.recordId} ${row.version}`);
    // the author has replaced the proposal
    if (!proposal) outcomes.set(row.recordId, changedSince());
    else if (proposal.outcome === 'approved') {
      const version = await versionWrittenBy(trx, entity, proposal);
      if (version === undefined) outcomes.set(row.recordId, changedSince());
      else approved.push({ ...row, version });
    } else {
      if (proposal.open) await closeProposal(trx, entity, row.recordId, 'withdrawn', workRequest.by.username);
      outcomes.set(row.recordId, { outcome: 'restored' });
    }
  }
  return approved;
}

async function proposalsOf(trx: Transaction, entity: Entity, rows: ProcessedRow[]): Promise<Map<string, ProposalRow>> {
  if (rows.length === 0) return new Map();
  const ids = rows.map(({ recordId }) => recordId);
  const proposals: ProposalRow[] = await trx('proposal').where('entity', entity.key).whereIn('record_id', ids);
  return new Map(proposals.map((row) => [`${row.record_id} ${row.version}`, row]));
}

/** Finds the version that the approval wrote: the first one after the base version, logged in the same transaction. */
async function versionWrittenBy(trx: Transaction, entity: Entity, proposal: ProposalRow): Promise<number | undefined> {
  const row = await trx('data_log')
    .where({ entity: entity.key, record_id: proposal.record_id, proposer: proposal.author })
    .where('version', '>', proposal.base_version)
    .whereNot('action', 'reference')
    .where('time', '>=', proposal.decided_time)
    .orderBy('version')
    .first('version');
  return row && Number(row.version);
}
