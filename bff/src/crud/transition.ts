import type { Actor } from '#change-log/append.ts';
import { type Statement, transact } from '#database';
import { type Schemas, transitions } from '#http/contract.ts';
import { expectConcreteVersion, type IfMatch } from '#http/precondition.ts';
import { invalid, Problem } from '#http/problem.ts';
import type { Crud } from './crud.ts';
import type { Entity } from './entity.ts';
import { barredFrom, lockVersion } from './guards.ts';
import { identityOf } from './identity.ts';
import { only } from './only.ts';
import { requireComplete } from './prepare.ts';
import { forgettingRejections, reportRejection, writersOfRecord } from './rejections.ts';
import { addingWriter, clearingWriters } from './review-writers.ts';
import type { Stored } from './rows.ts';
import { actorOf } from './save.ts';
import { updateRecords } from './store.ts';

/** Moves a record along its life, as `x-transitions` of the contract has it. */
export const transition = (
  crud: Crud,
  entity: Entity,
  id: number,
  ifMatch: IfMatch,
  { event, reason }: Schemas['Transition'],
  caller: Actor,
): Promise<Stored> =>
  transact(crud.db, async (trx) => {
    const rule = transitions[event];
    if (rule.secondPerson) expectConcreteVersion(ifMatch);
    const current = await lockVersion(trx, entity, id, ifMatch);
    if (!rule.from.includes(current.record.status)) throw new Problem('invalidTransition');
    const barred = rule.secondPerson ? await barredFrom(crud, trx, entity, [id], caller.id) : [];
    if (barred.length > 0) throw new Problem('secondPerson');
    if (rule.reason && !reason) throw invalid({ pointer: '/reason', rule: 'reasonRequired' });
    if (event === 'approve') requireComplete(entity, current.record);
    const act = { action: event, actor: actorOf(caller), reason };
    const writers: Partial<Record<typeof event, Statement[]>> = {
      approve: clearingWriters(entity.key, id),
      resubmit: [...addingWriter(entity.key, id, caller.id), ...forgettingRejections(entity.key, id)],
    };
    if (event === 'reject') {
      const rejected = { kind: 'record' as const, entity, id, ...identityOf(entity, current.record) };
      const authors = await writersOfRecord(trx, entity.key, id);
      await reportRejection(trx, rejected, { by: caller, reason }, authors);
    }
    return only(await updateRecords(trx, entity, [{ current, status: rule.to }], act, writers[event]));
  });
