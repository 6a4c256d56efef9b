import { expectSingle } from '#batch';
import { type Statement, type Transaction, transactFor } from '#database';
import { type Schemas, transitions } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { expectConcreteVersion, type IfMatch } from '#http/precondition.ts';
import { invalid, Problem } from '#http/problem.ts';
import type { TimeLimited } from '#http/time-limits.ts';
import { type Actor, toActor } from '#record-log/append.ts';
import { identityOf } from './entity.ts';
import type { Crud, Entity, Fields, Stored, Values } from './model.ts';
import { changedPointers } from './pointers.ts';
import { assertComplete, assertValid, prepareValues } from './prepare.ts';
import { closeProposal, type Proposal, readOpenProposal } from './proposals.ts';
import { proposeChange } from './propose.ts';
import { assertNotReferenced } from './references.ts';
import { deleteRejectionNoticeStatements, reportRejection, writersOfRecord } from './rejections.ts';
import { transactRecords } from './renames.ts';
import { fieldsOf } from './rows.ts';
import { addWriterStatements, clearWriterStatements, findSelfReviewIds, mustPropose } from './second-person.ts';
import { deleteRecords, insertRecords, updateRecords } from './store.ts';
import { lockRecordVersion, translateOldCodes } from './versions.ts';

/** A record as it now is, and the proposal where the change waits for a second person. */
export interface WriteResult {
  stored: Stored;
  proposal?: Proposal;
}

/** By a person, or by the service itself, which is nobody that a second person would have to differ from. */
export const createRecord = (
  crud: Crud,
  entity: Entity,
  body: Fields,
  caller: Actor & TimeLimited,
): Promise<WriteResult> =>
  transactRecords(crud, caller, async (trx) => {
    const actor = toActor(caller);
    const values = await prepareValues(trx, entity, body, { actor });
    await assertValid(trx, entity, values, undefined);
    const writer = (ids: number[]) => ids.flatMap((id) => addWriterStatements(entity.key, id, actor.id));
    return {
      stored: expectSingle(await insertRecords(trx, entity, [{ values }], { action: 'create', actor }, writer)),
    };
  });

export const updateRecord = (
  crud: Crud,
  entity: Entity,
  id: number,
  ifMatch: IfMatch,
  body: Fields,
  caller: Caller,
): Promise<WriteResult> =>
  transactRecords(crud, caller, async (trx) => {
    const current = await lockRecordVersion(trx, entity, id, ifMatch);
    const today = await translateOldCodes(trx, entity, body, current, ifMatch);
    const values = await prepareValues(trx, entity, today, { actor: toActor(caller), current: current.record });
    return applyOrPropose(crud, trx, entity, current, values, 'update', caller);
  });

/** Writes new values at once, or proposes them where the record's status and the kind's review ask for that. */
export async function applyOrPropose(
  crud: Crud,
  trx: Transaction,
  entity: Entity,
  current: Stored,
  values: Values,
  action: 'update' | 'restore',
  caller: Caller,
): Promise<WriteResult> {
  const { id, status } = current.record;
  if (changedPointers(fieldsOf(entity, current.record), values.fields).length === 0) {
    // whoever proposed and now wants what is live again takes the proposal back
    const open = await readOpenProposal(trx, entity, id);
    if (open?.authorId === caller.id) await closeProposal(trx, entity, id, 'withdrawn', caller.username);
    return { stored: current };
  }
  await assertValid(trx, entity, values, id);
  if (status !== 'pending' && status !== 'rejected') assertComplete(entity, values.fields);
  if (await mustPropose(crud, trx, entity, current.record, action)) {
    return { stored: current, proposal: await proposeChange(trx, entity, current, action, values, toActor(caller)) };
  }
  const [act, writer] = [{ action, actor: toActor(caller) }, addWriterStatements(entity.key, id, caller.id)];
  return { stored: expectSingle(await updateRecords(trx, entity, [{ current, values }], act, writer)) };
}

/** What was there before a deletion, and the proposal where the deletion waits for a second person. */
export interface Removed {
  stored: Stored;
  proposal?: Proposal;
}

export const removeRecord = (
  crud: Crud,
  entity: Entity,
  id: number,
  ifMatch: IfMatch,
  caller: Caller,
): Promise<Removed> =>
  transactFor(caller, crud.db, async (trx) => {
    const stored = await lockRecordVersion(trx, entity, id, ifMatch);
    await assertNotReferenced(crud, trx, entity, id, caller);
    const actor = toActor(caller);
    if (await mustPropose(crud, trx, entity, stored.record, 'delete')) {
      return { stored, proposal: await proposeChange(trx, entity, stored, 'delete', undefined, actor) };
    }
    await deleteRecords(trx, entity, [stored], { action: 'delete', actor });
    await closeProposal(trx, entity, id, 'closed', caller.username);
    return { stored };
  });

/** Moves a record along its life, as `x-transitions` of the contract has it. */
export const transitionRecord = (
  crud: Crud,
  entity: Entity,
  id: number,
  ifMatch: IfMatch,
  { event, reason }: Schemas['Transition'],
  caller: Actor & TimeLimited,
): Promise<Stored> =>
  transactFor(caller, crud.db, async (trx) => {
    const rule = transitions[event];
    if (rule.secondPerson) expectConcreteVersion(ifMatch);
    const current = await lockRecordVersion(trx, entity, id, ifMatch);
    if (!rule.from.includes(current.record.status)) throw new Problem('invalidTransition');
    const barred = rule.secondPerson ? await findSelfReviewIds(crud, trx, entity, [id], caller.id) : [];
    if (barred.length > 0) throw new Problem('secondPerson');
    if (rule.reason && !reason) throw invalid({ pointer: '/reason', rule: 'reasonRequired' });
    if (event === 'approve') assertComplete(entity, current.record);
    const act = { action: event, actor: toActor(caller), reason };
    const writers: Partial<Record<typeof event, Statement[]>> = {
      approve: clearWriterStatements(entity.key, id),
      resubmit: [...addWriterStatements(entity.key, id, caller.id), ...deleteRejectionNoticeStatements(entity.key, id)],
    };
    if (event === 'reject') {
      const rejected = { kind: 'record' as const, entity, id, ...identityOf(entity, current.record) };
      const authors = await writersOfRecord(trx, entity.key, id);
      await reportRejection(trx, rejected, { by: caller, reason }, authors);
    }
    return expectSingle(await updateRecords(trx, entity, [{ current, status: rule.to }], act, writers[event]));
  });
