import { isDeepStrictEqual } from 'node:util';
import { expectSingle } from '#batch';
import { codeAndNameOf } from '#crud/entity.ts';
import { mergeRecord } from '#crud/merge.ts';
import type { CrudContext, Entity, FieldValues, ResolvedValues, StoredRecord } from '#crud/model.ts';
import { assertComplete, assertValid, refreshReferenceCodes } from '#crud/prepare.ts';
import { collectReferences } from '#crud/references/reference-paths.ts';
import { assertNotReferenced } from '#crud/references/references.ts';
import { transactUpdatingReferrers } from '#crud/renames.ts';
import { fieldsOf, lockRecord } from '#crud/rows.ts';
import { type Attribution, deleteRecords, updateRecords } from '#crud/store.ts';
import { type Transaction, transactWithinTimeLimit } from '#database';
import type { Reader } from '#http/caller.ts';
import { assertMay } from '#http/caller.ts';
import type { Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { expectSpecificVersion, expectVersion, type IfMatch } from '#http/precondition.ts';
import { invalid, Problem } from '#http/problem.ts';
import { type Actor, extractActor } from '#record-log/append.ts';
import { closeProposal, readOpenProposal as LockedProposal, type Proposal, toProposalResponse } from './proposals.ts';
import { reportRejection } from './rejections.ts';
import { addContributorStatements, clearContributorStatements, isSelfReview } from './second-person.ts';

/** A locked record with its open proposal. */
interface OpenProposal {
  current: StoredRecord;
  proposal: Proposal;
}

async function lockProposal(trx: Transaction, entity: Entity, id: number): Promise<OpenProposal> {
  // every write of a proposal locks its record first
  const current = await lockRecord(trx, entity, id);
  const proposal = current && (await LockedProposal(trx, entity, id));
  if (!proposal) throw new Problem('notFound');
  return { current, proposal };
}

/** Withdraws the open proposal; its author and reviewers of the entity may do so. */
export const withdrawProposal = (
  crud: CrudContext,
  entity: Entity,
  id: number,
  ifMatch: IfMatch,
  caller: Caller,
): Promise<void> =>
  transactWithinTimeLimit(caller, crud.db, async (trx) => {
    // without the permission to read, the caller must not learn whether there is a proposal
    assertMay(caller, `${entity.key}:read`);
    const { proposal } = await lockProposal(trx, entity, id);
    if (proposal.authorId !== caller.id) assertMay(caller, `${entity.key}:review`);
    expectVersion(ifMatch, toProposalResponse(proposal));
    await closeProposal(trx, entity, id, 'withdrawn', caller.username);
  });

/** Approves or rejects the open proposal; returns the resulting record, or null if it was deleted. */
export const decideProposal = (
  crud: CrudContext,
  entity: Entity,
  id: number,
  ifMatch: IfMatch,
  decision: Schemas['Decision'],
  caller: Caller,
): Promise<StoredRecord | null> =>
  transactUpdatingReferrers(crud, caller, async (trx) => {
    expectSpecificVersion(ifMatch);
    const { current, proposal } = await lockProposal(trx, entity, id);
    expectVersion(ifMatch, toProposalResponse(proposal));
    if (await isSelfReview(crud, trx, entity, proposal, caller.id)) throw new Problem('secondPerson');
    const stored = await applyDecision(crud, trx, entity, { current, proposal }, decision, {
      actor: extractActor(caller),
      reader: caller,
    });
    if (decision.decision === 'reject') await reportRejected(trx, entity, { current, proposal }, decision, caller);
    return stored;
  });

function reportRejected(
  trx: Transaction,
  entity: Entity,
  { current, proposal }: OpenProposal,
  { reason }: Schemas['Decision'],
  caller: Caller,
): Promise<void> {
  const { id } = current.record;
  const rejected = { kind: 'proposal' as const, entity, id, proposalId: proposal.id };
  const authors = [...new Set([proposal.authorId, ...proposal.contributorIds])];
  return reportRejection(
    trx,
    { ...rejected, ...codeAndNameOf(entity, current.record) },
    { by: caller, reason },
    authors,
  );
}

/** The user who decides, and the reader whose permissions limit the details of a refusal. */
interface DecisionContext {
  actor: Actor;
  reader: Reader;
}

/** Closes a proposal and applies its changes if the decision approves it. The caller has checked the permission. */
export async function applyDecision(
  crud: CrudContext,
  trx: Transaction,
  entity: Entity,
  { current, proposal }: OpenProposal,
  { decision, reason }: Schemas['Decision'],
  { actor, reader }: DecisionContext,
): Promise<StoredRecord | null> {
  if (decision === 'reject') {
    if (!reason) throw invalid({ pointer: '/reason', rule: 'reasonRequired' });
    await closeProposal(trx, entity, current.record.id, 'rejected', actor.username, reason);
    return current;
  }
  const attribution = { action: proposal.action, actor, proposer: proposal.author, reason };
  await closeProposal(trx, entity, current.record.id, 'approved', actor.username, reason);
  return applyProposal(crud, trx, entity, { current, proposal }, attribution, reader);
}

async function applyProposal(
  crud: CrudContext,
  trx: Transaction,
  entity: Entity,
  { current, proposal }: OpenProposal,
  attribution: Attribution,
  reader: Reader,
) {
  const liveFields = fieldsOf(entity, current.record);
  const { fields: base } = proposal.base;
  const merged = mergeRecord(entity, { base, after: proposal.after?.fields ?? base, current: liveFields });
  if (merged.conflicts.length > 0) throw new Problem('versionConflict', { current: current.record });
  if (!proposal.after) {
    await assertNotReferenced(crud, trx, entity, current.record.id, reader);
    await deleteRecords(trx, entity, [current], attribution);
    return null;
  }
  const values = await refreshReferenceCodes(trx, entity, mergedValues(entity, merged.fields, { current, proposal }));
  assertComplete(entity, values.fields);
  await assertValid(trx, entity, values, current.record.id);
  const { id } = current.record;
  // with the contributors, as a setting may have let one of them approve
  const statements = [
    ...proposal.contributorIds.flatMap((userId) => addContributorStatements(entity.key, id, userId)),
    ...clearContributorStatements(entity.key, current.record),
  ];
  return expectSingle(await updateRecords(trx, entity, [{ current, values }], attribution, statements));
}

/** Combines the merged fields with the ids of the side that each value comes from. */
function mergedValues(entity: Entity, fields: FieldValues, { current, proposal }: OpenProposal): ResolvedValues {
  const refs: ResolvedValues['refs'] = {};
  for (const { pointer } of collectReferences(entity, fields)) {
    const name = pointer.split('/')[1] ?? '';
    const isProposedValue = isDeepStrictEqual(fields[name], proposal.after?.fields[name]);
    const id = (isProposedValue ? proposal.after?.refs : current.refs)?.[pointer];
    if (id !== undefined) refs[pointer] = id;
  }
  return { fields, refs };
}
