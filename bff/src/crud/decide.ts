import { isDeepStrictEqual } from 'node:util';
import { expectSingle } from '#batch';
import { type Transaction, transactFor } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import type { Reader } from '#http/permissions.ts';
import { expectConcreteVersion, expectVersion, type IfMatch } from '#http/precondition.ts';
import { invalid, Problem } from '#http/problem.ts';
import { type Actor, toActor } from '#record-log/append.ts';
import { identityOf } from './entity.ts';
import type { Crud, Entity, Fields, Stored, Values } from './model.ts';
import { mergeFields } from './pointers.ts';
import { assertComplete, assertValid, refreshCodes } from './prepare.ts';
import { closeProposal, type Proposal, readOpenProposal, toProposalResponse } from './proposals.ts';
import { collectReferences } from './reference-paths.ts';
import { assertNotReferenced } from './references.ts';
import { reportRejection } from './rejections.ts';
import { transactRecords } from './renames.ts';
import { fieldsOf, lockRecord } from './rows.ts';
import { isSelfReview } from './second-person.ts';
import { type Attribution, deleteRecords, updateRecords } from './store.ts';

/** A locked record with the proposal beside it. */
interface OpenProposal {
  current: Stored;
  proposal: Proposal;
}

async function lockProposal(trx: Transaction, entity: Entity, id: number): Promise<OpenProposal> {
  // every write of a proposal locks its record first
  const current = await lockRecord(trx, entity, id);
  const proposal = current && (await readOpenProposal(trx, entity, id));
  if (!proposal) throw new Problem('notFound');
  return { current, proposal };
}

/** Takes the open proposal back: its author may, and whoever reviews this kind. */
export const withdrawProposal = (
  crud: Crud,
  entity: Entity,
  id: number,
  ifMatch: IfMatch,
  caller: Caller,
): Promise<void> =>
  transactFor(caller, crud.db, async (trx) => {
    // who may not read the kind is not told whether there is one
    const read = `${entity.key}:read`;
    if (!caller.may(read)) throw new Problem('forbidden', { permission: read });
    const { proposal } = await lockProposal(trx, entity, id);
    const permission = `${entity.key}:review`;
    if (proposal.authorId !== caller.id && !caller.may(permission)) throw new Problem('forbidden', { permission });
    expectVersion(ifMatch, toProposalResponse(proposal));
    await closeProposal(trx, entity, id, 'withdrawn', caller.username);
  });

/** Approves or rejects the open proposal; answers the record as it then is, null once deleted. */
export const decideProposal = (
  crud: Crud,
  entity: Entity,
  id: number,
  ifMatch: IfMatch,
  decision: Schemas['Decision'],
  caller: Caller,
): Promise<Stored | null> =>
  transactRecords(crud, caller, async (trx) => {
    expectConcreteVersion(ifMatch);
    const { current, proposal } = await lockProposal(trx, entity, id);
    expectVersion(ifMatch, toProposalResponse(proposal));
    if (await isSelfReview(crud, trx, entity, proposal, caller.id)) throw new Problem('secondPerson');
    const stored = await applyDecision(crud, trx, entity, { current, proposal }, decision, {
      actor: toActor(caller),
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
  return reportRejection(trx, { ...rejected, ...identityOf(entity, current.record) }, { by: caller, reason }, authors);
}

/** Who decides, and who is told why that is refused. */
interface Decider {
  actor: Actor;
  reader: Reader;
}

/** Closes the proposal by a decision of somebody who may take it, and does what it asks for where that approves. */
export async function applyDecision(
  crud: Crud,
  trx: Transaction,
  entity: Entity,
  { current, proposal }: OpenProposal,
  { decision, reason }: Schemas['Decision'],
  { actor, reader }: Decider,
): Promise<Stored | null> {
  if (decision === 'reject') {
    if (!reason) throw invalid({ pointer: '/reason', rule: 'reasonRequired' });
    await closeProposal(trx, entity, current.record.id, 'rejected', actor.username, reason);
    return current;
  }
  const act = { action: proposal.action, actor, proposer: proposal.author, reason };
  await closeProposal(trx, entity, current.record.id, 'approved', actor.username, reason);
  return applyProposal(crud, trx, entity, { current, proposal }, act, reader);
}

async function applyProposal(
  crud: Crud,
  trx: Transaction,
  entity: Entity,
  { current, proposal }: OpenProposal,
  act: Attribution,
  reader: Reader,
) {
  const live = fieldsOf(entity, current.record);
  const { fields: base } = proposal.base;
  const merged = mergeFields(base, proposal.after?.fields ?? base, live);
  if (merged.conflicts.length > 0) throw new Problem('versionConflict', { current: current.record });
  if (!proposal.after) {
    await assertNotReferenced(crud, trx, entity, current.record.id, reader);
    await deleteRecords(trx, entity, [current], act);
    return null;
  }
  const values = await refreshCodes(trx, entity, mergedValues(entity, merged.fields, { current, proposal }));
  assertComplete(entity, values.fields);
  await assertValid(trx, entity, values, current.record.id);
  return expectSingle(await updateRecords(trx, entity, [{ current, values }], act));
}

/** Ids follow the side whose value was taken. */
function mergedValues(entity: Entity, fields: Fields, { current, proposal }: OpenProposal): Values {
  const refs: Values['refs'] = {};
  for (const { pointer } of collectReferences(entity, fields)) {
    const name = pointer.split('/')[1] ?? '';
    const proposed = isDeepStrictEqual(fields[name], proposal.after?.fields[name]);
    const id = (proposed ? proposal.after?.refs : current.refs)?.[pointer];
    if (id !== undefined) refs[pointer] = id;
  }
  return { fields, refs };
}
