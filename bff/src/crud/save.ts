import type { Actor } from '#change-log/append.ts';
import type { Transaction } from '#database';
import type { Caller } from '#http/operation-types.ts';
import type { IfMatch } from '#http/precondition.ts';
import type { Crud } from './crud.ts';
import type { Entity, Fields } from './entity.ts';
import { lockVersion } from './guards.ts';
import { only } from './only.ts';
import { changedPointers } from './pointers.ts';
import { prepare, requireComplete, requireSound } from './prepare.ts';
import { closeProposal, mustPropose, openProposal, type Proposal } from './proposals.ts';
import { propose } from './propose.ts';
import { withTodaysCodes } from './reference-versions.ts';
import { addingWriter } from './review-writers.ts';
import { fieldsOf, type Stored, type Values } from './rows.ts';
import { insertRecords, updateRecords } from './store.ts';
import { transactRecords } from './update-referrers.ts';

/** A record as it now is, and the proposal where the change waits for a second person. */
export interface Saved {
  stored: Stored;
  proposal?: Proposal;
}

export const actorOf = <Id extends number | null>({ id, username }: { id: Id; username: string }) => ({ id, username });

/** By a person, or by the service itself, which is nobody that a second person would have to differ from. */
export const create = (crud: Crud, entity: Entity, body: Fields, caller: Actor): Promise<Saved> =>
  transactRecords(crud, async (trx) => {
    const actor = actorOf(caller);
    const values = await prepare(trx, entity, body, { actor });
    await requireSound(trx, entity, values, undefined);
    const writer = (ids: number[]) => ids.flatMap((id) => addingWriter(entity.key, id, actor.id));
    return { stored: only(await insertRecords(trx, entity, [{ values }], { action: 'create', actor }, writer)) };
  });

export const update = (
  crud: Crud,
  entity: Entity,
  id: number,
  ifMatch: IfMatch,
  body: Fields,
  caller: Caller,
): Promise<Saved> =>
  transactRecords(crud, async (trx) => {
    const current = await lockVersion(trx, entity, id, ifMatch);
    const today = await withTodaysCodes(trx, entity, body, current, ifMatch);
    const values = await prepare(trx, entity, today, { actor: actorOf(caller), current: current.record });
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
): Promise<Saved> {
  const { id, status } = current.record;
  if (changedPointers(fieldsOf(entity, current.record), values.fields).length === 0) {
    // whoever proposed and now wants what is live again takes the proposal back
    const open = await openProposal(trx, entity, id);
    if (open?.authorId === caller.id) await closeProposal(trx, entity, id, 'withdrawn', caller.username);
    return { stored: current };
  }
  await requireSound(trx, entity, values, id);
  if (status !== 'pending' && status !== 'rejected') requireComplete(entity, values.fields);
  if (await mustPropose(crud, trx, entity, current.record, action)) {
    return { stored: current, proposal: await propose(trx, entity, current, action, values, actorOf(caller)) };
  }
  const [act, writer] = [{ action, actor: actorOf(caller) }, addingWriter(entity.key, id, caller.id)];
  return { stored: only(await updateRecords(trx, entity, [{ current, values }], act, writer)) };
}
