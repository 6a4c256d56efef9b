import { applyDecision } from '#crud/review/decide.ts';
import { isSelfReview } from '#crud/review/second-person.ts';
import { lockRecords } from '#crud/rows.ts';
import type { Schemas } from '#http/contract.ts';
import { type ProcessedRow, type RowResult, writeResults } from '../steps/row-results.ts';
import { readOpenProposalsById } from '../steps/unchanged-since.ts';
import { type Cause, countCauses, type DecisionContext, type DecisionCounts } from './decision-context.ts';

// a task has no caller, and its report never names referring records
const NO_READER = { may: () => false };

/** Decides on the proposals that an import made and that nobody has replaced or decided on since. */
export async function decideProposed(deciding: DecisionContext, rows: ProcessedRow[]): Promise<DecisionCounts> {
  const { crud, trx, entity, stored, decision, workRequest } = deciding;
  if (decision.event === 'activate') return { done: 0, left: { decided: rows.length } };
  const ids = rows.map(({ recordId }) => recordId);
  const records = await lockRecords(trx, entity, ids);
  const proposals = await readOpenProposalsById(trx, entity, ids);
  const results: RowResult[] = [];
  const causes: Cause[] = [];
  for (const { n, outcome, recordId, version } of rows) {
    const [current, proposal] = [records.get(recordId), proposals.get(recordId)];
    if (!current || proposal?.version !== version) {
      causes.push(current ? 'decided' : 'changed');
      continue;
    }
    if (await isSelfReview(crud, trx, entity, proposal, workRequest.by.id)) {
      causes.push('ownWork');
      continue;
    }
    const recordDecision = toRecordDecision(deciding, decision.event);
    const written = await applyDecision(crud, trx, entity, { current, proposal }, recordDecision, {
      actor: workRequest.by,
      reader: NO_READER,
    });
    const approved = decision.event === 'approve' && written;
    results.push({
      n,
      previousOutcome: outcome,
      outcome: approved ? 'updated' : outcome,
      ...(approved && { version: approved.record.version }),
    });
  }
  await writeResults(trx, stored.id, results);
  return { done: results.length, left: countCauses(causes) };
}

/** The log states the reviewer's reason, or else the import. */
const toRecordDecision = ({ decision, reason }: DecisionContext, event: Schemas['Decision']['decision']) => ({
  decision: event,
  reason: decision.reason ?? reason,
});
