import { createIdReaderOfSet } from '#change-sets/dates/earlier-codes.ts';
import { lockVisibleSet, readVisibleSet } from '#change-sets/query-sets.ts';
import { nameSetsInRefusal, toShownRefusal } from '#change-sets/release/conflicting-sets.ts';
import { settleRemovedReferences } from '#change-sets/release/item-references.ts';
import { prepareApproved, toRevertRefusal } from '#change-sets/release/overwriting-revert.ts';
import { transactRollingBack, writeItems } from '#change-sets/release/release-set.ts';
import { revertSet, type SetToRevert } from '#change-sets/release/revert-set.ts';
import { tryAfterEarlierSets } from '#change-sets/release/try-release.ts';
import { readSetItems, type SetItem } from '#change-sets/set-items.ts';
import { ENDED_STATUSES, readWriterIds, type StoredSet, setTransitions } from '#change-sets/stored-set.ts';
import { entityByKey } from '#crud/entity.ts';
import type { CrudContext, Rename } from '#crud/model.ts';
import { findIncompleteness } from '#crud/prepare.ts';
import { countReferrersByKind, writeUpdatingReferrers } from '#crud/renames.ts';
import { readOpenProposal } from '#crud/review/proposals.ts';
import { lockRecord } from '#crud/rows.ts';
import { applyTransition } from '#crud/transitions.ts';
import type { Transaction } from '#database';
import type { EntityKey, Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';
import { extractActor, observeChanges, type RecordLogChange } from '#record-log/append.ts';
import { compareWarnings, toNetChanges } from './net-changes.ts';
import { findOverlappingSets } from './overlapping-sets.ts';
import { readSubscribersReached } from './subscribers.ts';
import { approveProposal } from './try-rows.ts';

type Impact = Schemas['Impact'];

/** Follows what a transaction that is rolled back writes. */
interface ImpactTrial {
  /** To be used for what is written. */
  crud: CrudContext;
  /** Reads what the writes so far touch. */
  describe(caller: Caller, ownSetId?: number): Promise<Impact>;
}

/** Begins to follow the writes of a transaction. */
export function observeImpact(crud: CrudContext, trx: Transaction): ImpactTrial {
  const changes = observeChanges(trx);
  const queuedRenames: Rename[] = [];
  const queueReferenceUpdates: CrudContext['queueReferenceUpdates'] = async (_, renames) => {
    queuedRenames.push(...renames);
  };
  return {
    crud: { ...crud, queueReferenceUpdates },
    describe: (caller, ownSetId) => describeImpact(crud, trx, { changes, queuedRenames, ownSetId }, caller),
  };
}

interface ObservedWrites {
  changes: RecordLogChange[];
  /** The renames whose referrers a task would update. */
  queuedRenames: Rename[];
  ownSetId: number | undefined;
}

async function describeImpact(
  crud: CrudContext,
  trx: Transaction,
  { changes, queuedRenames, ownSetId }: ObservedWrites,
  caller: Caller,
): Promise<Impact> {
  const netChanges = toNetChanges(changes);
  const ownChanges = toNetChanges(changes.filter(({ action }) => action !== 'reference'));
  const existing = ownChanges.flatMap(({ entity, recordId, before }) =>
    before ? [{ kind: entity, id: recordId }] : [],
  );
  const versions = await countReferrersByKind(crud, trx, queuedRenames);
  for (const { entity, action } of changes)
    if (action === 'reference') versions.set(entity, (versions.get(entity) ?? 0) + 1);
  return {
    referrers: toCounts(await countReferrersByKind(crud, trx, existing)),
    referenceVersions: toCounts(versions),
    subscribers: await readSubscribersReached(crud, trx, { changes, queuedRenames }, caller),
    warnings: compareWarnings(crud, netChanges, caller),
    changeSets: await findOverlappingSets(crud, trx, ownChanges, ownSetId, caller),
  };
}

const toCounts = (counts: Map<EntityKey, number>): Schemas['CountsByKind'] => ({
  total: [...counts.values()].reduce((sum, count) => sum + count, 0),
  totals: Object.fromEntries(counts),
});

/** Tries to release a set, and reads what that would touch. @throws Problem notFound, `invalidTransition`, `changeSetUnsound` */
export async function readSetImpact(crud: CrudContext, id: number, caller: Caller): Promise<Impact> {
  try {
    const { reverts_id } = await readVisibleSet(crud, crud.db, id, caller);
    if (reverts_id !== null) return await readRevertImpact(crud, id, reverts_id, caller);
    return await tryAfterEarlierSets(crud, caller, {
      prepare: async (trx) => {
        const set = await lockUnreleased(crud, trx, id, caller);
        const { author, due_time: dueTime } = set;
        // tried as it would be submitted
        if (setTransitions.submit.from.includes(set.status))
          await settleRemovedReferences(crud, trx, id, await createIdReaderOfSet(crud, trx, set, caller));
        const items = await readSetItems(trx, id);
        const writerIds = await readWriterIds(trx, id);
        return { id, author, items, writerIds, dueTime, actor: extractActor(caller) };
      },
      write: async (trx, set, writesSingly) => {
        const trial = observeImpact(crud, trx);
        await writeUpdatingReferrers(trial.crud, trx, () => writeItems(trial.crud, trx, set, writesSingly));
        return trial.describe(caller, id);
      },
    });
  } catch (error) {
    throw await toShownRefusal(crud, await nameSetsInRefusal(crud, error), caller);
  }
}

/** Locks a set that may still take effect. @throws Problem notFound, `invalidTransition` */
async function lockUnreleased(crud: CrudContext, trx: Transaction, id: number, caller: Caller): Promise<StoredSet> {
  const set = await lockVisibleSet(crud, trx, id, caller);
  if (ENDED_STATUSES.has(set.status)) throw new Problem('invalidTransition');
  return set;
}

async function readRevertImpact(crud: CrudContext, id: number, revertedId: number, caller: Caller): Promise<Impact> {
  let impact: Impact | undefined;
  let items: SetItem[] = [];
  const prepare = async (trx: Transaction): Promise<SetToRevert> => {
    const set = await lockUnreleased(crud, trx, id, caller);
    items = await readSetItems(trx, id);
    return { ...(await prepareApproved(crud, trx, { set, items }, revertedId)), actor: extractActor(caller) };
  };
  try {
    await revertSet(crud, caller, prepare, (_, timeLimited, work) =>
      transactRollingBack(crud, timeLimited, async (trx, writesSingly) => {
        const trial = observeImpact(crud, trx);
        await writeUpdatingReferrers(trial.crud, trx, () => work(trx, writesSingly));
        impact = await trial.describe(caller, id);
      }),
    );
  } catch (error) {
    throw toRevertRefusal(error, id, items);
  }
  if (!impact) throw new Error('a trial that has passed has no impact');
  return impact;
}

/**
 * Tries to approve what waits for a record, and reads what that would touch; undefined if the approval would be refused.
 * @throws Problem notFound
 */
export const readReviewImpact = (
  crud: CrudContext,
  key: EntityKey,
  id: number,
  caller: Caller,
): Promise<Impact | undefined> =>
  transactRollingBack(crud, caller, async (trx) => {
    const entity = entityByKey(crud, key);
    const trial = observeImpact(crud, trx);
    const current = await lockRecord(trx, entity, id);
    const proposal = current && (await readOpenProposal(trx, entity, id));
    if (proposal) {
      const isApproved = await approveProposal(trial.crud, trx, entity, proposal, caller);
      return isApproved ? trial.describe(caller) : undefined;
    }
    if (current?.record.status !== 'pending') throw new Problem('notFound');
    if (findIncompleteness(entity, current.record)) return undefined;
    await applyTransition(trx, entity, [current], { event: 'approve' }, caller);
    return trial.describe(caller);
  });
