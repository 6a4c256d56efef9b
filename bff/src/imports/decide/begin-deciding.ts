import type { Crud } from '#crud/model.ts';
import { type Transaction, transact } from '#database';
import { transitions } from '#http/contract.ts';
import type { Request } from '#http/operation-types.ts';
import { invalid, Problem } from '#http/problem.ts';
import { expectReviewer } from '../permission.ts';
import { startWork } from '../start-work.ts';
import { expectStatus, foundImport, isWorkOf, lockFound, type StoredImport } from '../stored-import.ts';

/** Puts what an import brought in to be decided on as a whole. */
export const beginDeciding = (crud: Crud, request: Request<'decideImport'>): Promise<StoredImport> =>
  transact(crud.db, async (trx) => {
    const { path, body, caller } = request;
    const stored = await lockFound(trx, path.id, caller);
    expectReviewer(caller, stored.entity);
    expectStatus(stored, 'applied');
    const { secondPerson, reason } = transitions[body.event];
    if (secondPerson) await expectSecond(crud, trx, stored, caller.id);
    if (reason && !body.reason) throw invalid({ pointer: '/reason', rule: 'reasonRequired' });
    const by = { id: caller.id, username: caller.username };
    await startWork(trx, request, stored, 'deciding', {
      asked: { by, decision: body },
      decision: { event: body.event, by: by.username, time: new Date().toISOString(), done: 0, left: 0 },
    });
    return foundImport(trx, path.id, caller);
  });

/** 409 for who brought the file or had it applied, where the kind wants a second person. */
async function expectSecond(crud: Crud, trx: Transaction, stored: StoredImport, userId: number): Promise<void> {
  if (isWorkOf(stored, userId) && (await crud.review(stored.entity, trx)) !== 'none') throw new Problem('secondPerson');
}
