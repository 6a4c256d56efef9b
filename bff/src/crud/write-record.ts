import { expectSingle } from '#batch';
import { type Transaction, transactWithinTimeLimit } from '#database';
import { type Schemas, transitions } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { expectSpecificVersion, type IfMatch } from '#http/precondition.ts';
import type { TimeLimited } from '#http/time-limits.ts';
import { type Actor, extractActor } from '#record-log/append.ts';
import { lockRecordVersion, translateOldCodes } from './history/versions.ts';
import type { CrudContext, Entity, FieldValues, ResolvedValues, StoredRecord } from './model.ts';
import { changedPointers } from './pointers.ts';
import { assertComplete, assertValid, prepareValues } from './prepare.ts';
import { assertNotReferenced } from './references/references.ts';
import { transactUpdatingReferrers } from './renames.ts';
import { closeProposal, type Proposal, readOpenProposal } from './review/proposals.ts';
import { expectOwnProposal, proposeChange } from './review/propose.ts';
import { addContributorStatements, mustPropose } from './review/second-person.ts';
import { fieldsOf } from './rows.ts';
import { deleteRecords, insertRecords, updateRecords } from './store.ts';
import { applyTransition, assertTransitionValid, findTransitionProblems } from './transitions.ts';

/** The current record, and the proposal if a second person has to approve the change. */
export interface WriteResult {
  stored: StoredRecord;
  proposal?: Proposal;
}

/** Creates a record for a user or for the service itself. */
export const createRecord = (
  crud: CrudContext,
  entity: Entity,
  body: FieldValues,
  caller: Actor & TimeLimited,
): Promise<WriteResult> => transactUpdatingReferrers(crud, caller, (trx) => writeNewRecord(trx, entity, body, caller));

/** Creates a record within a transaction. */
export async function writeNewRecord(
  trx: Transaction,
  entity: Entity,
  body: FieldValues,
  caller: Actor,
): Promise<WriteResult> {
  const actor = extractActor(caller);
  const values = await prepareValues(trx, entity, body, { actor });
  await assertValid(trx, entity, values, undefined);
  const addContributor = (ids: number[]) => ids.flatMap((id) => addContributorStatements(entity.key, id, actor.id));
  return {
    stored: expectSingle(await insertRecords(trx, entity, [{ values }], { action: 'create', actor }, addContributor)),
  };
}

/** Updates a record, or proposes the update. */
export const updateRecord = (
  crud: CrudContext,
  entity: Entity,
  id: number,
  ifMatch: IfMatch,
  body: FieldValues,
  caller: Caller,
  proposalVersion?: number,
): Promise<WriteResult> =>
  transactUpdatingReferrers(crud, caller, async (trx) => {
    const current = await lockRecordVersion(trx, entity, id, ifMatch);
    await expectOwnProposal(trx, entity, current, proposalVersion, caller);
    return writeUpdate(crud, trx, entity, { current, ifMatch, body }, caller);
  });

/** What is written to a locked record in the version that `ifMatch` names. */
interface UpdateOfRecord {
  current: StoredRecord;
  ifMatch: IfMatch;
  body: FieldValues;
}

/** Updates a locked record within a transaction, or proposes the update. */
export async function writeUpdate(
  crud: CrudContext,
  trx: Transaction,
  entity: Entity,
  { current, ifMatch, body }: UpdateOfRecord,
  caller: Caller,
): Promise<WriteResult> {
  const translatedBody = await translateOldCodes(trx, entity, body, current, ifMatch);
  const values = await prepareValues(trx, entity, translatedBody, {
    actor: extractActor(caller),
    current: current.record,
  });
  return applyOrPropose(crud, trx, entity, current, { values }, 'update', caller);
}

/** New values of a record. */
interface NewValues {
  values: ResolvedValues;
  /** Who contributed to them besides the user who writes them. */
  contributorIds?: number[];
}

/** Writes new values, or proposes them if the record's status and the entity's review setting require that. */
export async function applyOrPropose(
  crud: CrudContext,
  trx: Transaction,
  entity: Entity,
  current: StoredRecord,
  { values, contributorIds = [] }: NewValues,
  action: 'update' | 'restore',
  caller: Caller,
): Promise<WriteResult> {
  const { id, status } = current.record;
  if (changedPointers(fieldsOf(entity, current.record), values.fields).length === 0) {
    // saving the live values again withdraws the author's own proposal
    const openProposal = await readOpenProposal(trx, entity, id);
    if (openProposal?.authorId === caller.id) await closeProposal(trx, entity, id, 'withdrawn', caller.username);
    return { stored: current };
  }
  await assertValid(trx, entity, values, id);
  if (status !== 'pending' && status !== 'rejected') assertComplete(entity, values.fields);
  if (await mustPropose(crud, trx, entity, current.record, action)) {
    return {
      stored: current,
      proposal: await proposeChange(trx, entity, current, action, values, extractActor(caller), { contributorIds }),
    };
  }
  const attribution = { action, actor: extractActor(caller) };
  const contributorStatements = [caller.id, ...contributorIds].flatMap((userId) =>
    addContributorStatements(entity.key, id, userId),
  );
  return {
    stored: expectSingle(await updateRecords(trx, entity, [{ current, values }], attribution, contributorStatements)),
  };
}

/** The record before its deletion, and the proposal if a second person has to approve the deletion. */
export interface RemovalResult {
  stored: StoredRecord;
  proposal?: Proposal;
}

/** Deletes a record, or proposes the deletion. */
export const removeRecord = (
  crud: CrudContext,
  entity: Entity,
  id: number,
  ifMatch: IfMatch,
  caller: Caller,
  proposalVersion?: number,
): Promise<RemovalResult> =>
  transactWithinTimeLimit(caller, crud.db, async (trx) => {
    const stored = await lockRecordVersion(trx, entity, id, ifMatch);
    await expectOwnProposal(trx, entity, stored, proposalVersion, caller);
    await assertNotReferenced(crud, trx, entity, id, caller);
    const actor = extractActor(caller);
    if (await mustPropose(crud, trx, entity, stored.record, 'delete')) {
      return { stored, proposal: await proposeChange(trx, entity, stored, 'delete', undefined, actor) };
    }
    await deleteRecords(trx, entity, [stored], { action: 'delete', actor });
    await closeProposal(trx, entity, id, 'closed', caller.username);
    return { stored };
  });

/** Changes a record's status by an event of the contract's `x-transitions`, or by an approval and an activation at once. */
export const transitionRecord = (
  crud: CrudContext,
  entity: Entity,
  id: number,
  ifMatch: IfMatch,
  transition: Schemas['Transition'],
  caller: Actor & TimeLimited,
): Promise<StoredRecord> =>
  transactWithinTimeLimit(caller, crud.db, async (trx) => {
    if (transitions[transition.event].secondPerson) expectSpecificVersion(ifMatch);
    const current = await lockRecordVersion(trx, entity, id, ifMatch);
    const problems = await findTransitionProblems(crud, trx, entity, [current], transition, caller.id);
    const problem = problems.get(id);
    if (problem) throw problem;
    assertTransitionValid(transition);
    return expectSingle(await applyTransition(trx, entity, [current], transition, caller));
  });
