import type { CrudContext } from '#crud/model.ts';
import { transact } from '#database';
import { isDatabaseUnavailable, isTransactionConflict } from '#http/errors.ts';
import { Problem } from '#http/problem.ts';
import { NO_TIME_LIMIT } from '#http/time-limits.ts';
import { defineTask, TaskAborted, type TaskDefinition } from '#tasks/kinds.ts';
import type { ItemResult } from '../engine/item.ts';
import { nameSetsInRefusal } from '../release/conflicting-sets.ts';
import { SetRefused, transactWritingItems, writeItems } from '../release/release-set.ts';
import { readApprovedRelease } from '../release/try-release.ts';
import { assertStillApproved } from '../review/approval.ts';
import { emailAboutHold } from '../set-emails.ts';
import { type SetItem, storeItemProblems } from '../set-items.ts';
import { inOrderOfRelease, moveSet, queryDue, type StoredSet, toRefusal } from '../stored-set.ts';

/**
 * Defines the task that releases the sets that are due, by date and then by approval, or holds them. Each is one transaction together with
 * its status, so a run after a crash finds it either untouched or done.
 */
export const defineReleaseTask = (crud: CrudContext): TaskDefinition =>
  defineTask({
    run: async ({ db, progress, log }) => {
      let held = 0;
      for (let done = 0; ; done++) {
        await progress(done);
        const due: StoredSet | undefined = await queryDue(db).modify(inOrderOfRelease).first();
        if (!due) return { records: done - held, ...(held > 0 && { left: held }) };
        const { id } = due;
        try {
          await releaseDueSet(crud, id);
        } catch (error) {
          if (isDatabaseUnavailable(error) || isTransactionConflict(error) || error instanceof TaskAborted) throw error;
          const isExpected = error instanceof Problem || error instanceof SetRefused;
          // an unexpected error of one set must not keep later ones from their dates
          if (!isExpected) log.error({ changeSet: id, err: error }, 'change set held by an error');
          await holdSet(crud, due, await nameSetsInRefusal(crud, error));
          held += 1;
        }
      }
    },
  });

/** Releases a set in the name of who approved it, unless another worker has done so. @throws SetRefused */
const releaseDueSet = (crud: CrudContext, id: number): Promise<void> =>
  transactWritingItems(crud, NO_TIME_LIMIT, async (trx, writesSingly) => {
    const set: StoredSet | undefined = await queryDue(trx).where({ id }).forUpdate().first();
    if (!set) return;
    const release = await readApprovedRelease(trx, set);
    await assertStillApproved(crud, trx, release, { id: release.actor.id, decideTime: set.decide_time });
    await writeItems(crud, trx, release, writesSingly);
    await moveSet(trx, id, 'released', { by: null }, { release_time: trx.raw('NOW(3)') });
  });

/** Holds a set that could not be released, and tells its author and its approver why, unless somebody has changed it meanwhile. */
const holdSet = (crud: CrudContext, { id, version }: StoredSet, error: unknown): Promise<void> =>
  transact(crud.db, async (trx) => {
    const set: StoredSet | undefined = await queryDue(trx).where({ id, version }).forUpdate().first();
    if (!set) return;
    const results: ItemResult<SetItem>[] = error instanceof SetRefused ? error.results : [];
    const problem = toProblem(error);
    await storeItemProblems(trx, id, results);
    await moveSet(trx, id, 'held', { by: null }, { problems: JSON.stringify(toRefusal(problem)) });
    await emailAboutHold(crud, trx, set, { problem, results });
  });

function toProblem(error: unknown): Problem {
  if (error instanceof SetRefused) return error.toProblem();
  return error instanceof Problem ? error : new Problem('serverError');
}
