import { transact } from '#database';
import type { Caller } from '#http/operation-types.ts';
import type { IfMatch } from '#http/precondition.ts';
import type { Crud } from './crud.ts';
import type { Entity } from './entity.ts';
import { lockVersion } from './guards.ts';
import { closeProposal, mustPropose, type Proposal } from './proposals.ts';
import { propose } from './propose.ts';
import { refuseInUse } from './references.ts';
import type { Stored } from './rows.ts';
import { actorOf } from './save.ts';
import { deleteRecords } from './store.ts';

/** What was there before a deletion, and the proposal where the deletion waits for a second person. */
export interface Removed {
  stored: Stored;
  proposal?: Proposal;
}

export const remove = (crud: Crud, entity: Entity, id: number, ifMatch: IfMatch, caller: Caller): Promise<Removed> =>
  transact(crud.db, async (trx) => {
    const stored = await lockVersion(trx, entity, id, ifMatch);
    await refuseInUse(crud, trx, entity, id, caller);
    const actor = actorOf(caller);
    if (await mustPropose(crud, trx, entity, stored.record, 'delete')) {
      return { stored, proposal: await propose(trx, entity, stored, 'delete', undefined, actor) };
    }
    await deleteRecords(trx, entity, [stored], { action: 'delete', actor });
    await closeProposal(trx, entity, id, 'closed', caller.username);
    return { stored };
  });
