import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { effectivePermissions, readActiveUserRights } from '#access/rights.ts';
import { entityByKey } from '#crud/entity.ts';
import { findIdsUnchangedExceptCodes } from '#crud/history/versions.ts';
import type { CrudContext, Entity, StoredRecord } from '#crud/model.ts';
import { findReferencedIds } from '#crud/references/references.ts';
import { closeProposal, readOpenProposals } from '#crud/review/proposals.ts';
import { proposeChanges } from '#crud/review/propose.ts';
import { needsSecondApproval } from '#crud/review/second-person.ts';
import { lockRecords } from '#crud/rows.ts';
import { deleteRecords } from '#crud/store.ts';
import { applyTransition, findTransitionProblems } from '#crud/transitions.ts';
import { type Transaction, transact } from '#database';
import { Problem } from '#http/problem.ts';
import type { Actor } from '#record-log/append.ts';
import { type TaskContext, TaskFailure, type TaskResult } from '#tasks/kinds.ts';
import {
  type BulkParams,
  countMatches,
  countOutcomes,
  type Match,
  type MatchOutcome,
  neededPermissions,
  readOpenMatches,
  storeOutcomes,
  sumOutcomes,
  toLeftOutcome,
} from './matches.ts';

/** Committed together with the changes, so that a later run sends nobody a second email. */
export interface BulkState {
  /** The users who were sent an email about a rejection. */
  emailedIds: number[];
}

/** What the records of one transaction are changed with. */
interface ChunkContext {
  crud: CrudContext;
  trx: Transaction;
  entity: Entity;
  action: BulkParams['action'];
  reason: string | undefined;
  actor: Actor & { id: number };
  /** Whether no record may wait any more until those that refer to it are deleted. */
  isLastRound: boolean;
  /** Grows by the users who get an email. */
  emailedIds: Set<number>;
}

// few enough that a transaction holds its locks for well under a second
const CHUNK_RECORDS = 100;

/** Applies an action to all records that matched a list when it was started. Those that somebody has changed since stay as they are. */
export async function runBulkChange(crud: CrudContext, task: TaskContext<BulkParams, BulkState>): Promise<TaskResult> {
  const { db, id, params, progress } = task;
  const { details } = params;
  const entity = entityByKey(crud, params.entity);
  const actor = { ...details.by, task: { id, kind: 'bulkChange' as const } };
  const total = await countMatches(db, id);
  let done = await countMatches(db, id, { onlyWithOutcome: true });
  let emailedIds = new Set(task.state?.emailedIds);
  let isLastRound = false;
  await progress(done, total);

  /** Returns how many of the records wait for the next round. */
  const processChunk = async (matches: Match[]): Promise<number> => {
    try {
      const chunk = await transact(db, async (trx) => {
        await assertStarterMay(trx, params);
        // a copy, as the transaction may be rolled back
        const nextEmailedIds = new Set(emailedIds);
        const outcomes = await changeMatches(
          {
            crud,
            trx,
            entity,
            action: params.action,
            reason: details.reason,
            actor,
            isLastRound,
            emailedIds: nextEmailedIds,
          },
          matches,
        );
        await storeOutcomes(trx, id, outcomes);
        await progress(done + outcomes.size, total, { emailedIds: [...nextEmailedIds] }, trx);
        return { emailedIds: nextEmailedIds, done: outcomes.size };
      });
      emailedIds = chunk.emailedIds;
      done += chunk.done;
      return matches.length - chunk.done;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      // a record that is refused only when it is written must not stop the others
      const half = Math.ceil(matches.length / 2);
      if (half < matches.length)
        return (await processChunk(matches.slice(0, half))) + (await processChunk(matches.slice(half)));
      await skipMatches(matches, error);
      return 0;
    }
  };
  const skipMatches = async (matches: Match[], problem: Problem): Promise<void> => {
    await transact(db, async (trx) => {
      await storeOutcomes(trx, id, new Map(matches.map(({ recordId }) => [recordId, toLeftOutcome(problem)])));
      await progress(done + matches.length, total, undefined, trx);
    });
    done += matches.length;
  };

  /** Works through all open records once. Returns how many of them wait. */
  const runRound = async (): Promise<number> => {
    let waitingCount = 0;
    for (let after = 0; ; ) {
      const matches = await readOpenMatches(db, id, after, CHUNK_RECORDS);
      const lastMatch = matches.at(-1);
      if (!lastMatch) return waitingCount;
      waitingCount += await processChunk(matches);
      after = lastMatch.recordId;
      await yieldToEventLoop();
    }
  };

  for (let waitingCount = 1; waitingCount > 0; ) {
    const doneBefore = done;
    waitingCount = await runRound();
    isLastRound = done === doneBefore;
  }
  const counts = await countOutcomes(db, id);
  const proposed = sumOutcomes(counts, 'proposed');
  return { records: sumOutcomes(counts, 'done'), left: sumOutcomes(counts, 'left'), ...(proposed > 0 && { proposed }) };
}

/** @throws TaskFailure `notPermitted` if who started the action would not be allowed to start it now */
async function assertStarterMay(trx: Transaction, params: BulkParams): Promise<void> {
  const { id, username } = params.details.by;
  const rights = await readActiveUserRights(trx, id);
  const permissions: Set<string> = rights ? effectivePermissions(rights) : new Set();
  const missing = neededPermissions(params).find((permission) => !permissions.has(permission));
  if (missing) throw new TaskFailure('notPermitted', `${username} may no longer do this: ${missing} is missing.`);
}

/** Locks records, and changes those that are as they were and that the action applies to. Returns what became of each that does not wait. */
async function changeMatches(context: ChunkContext, matches: Match[]): Promise<Map<number, MatchOutcome>> {
  const { trx, entity, action } = context;
  const records = await lockRecords(
    trx,
    entity,
    matches.map(({ recordId }) => recordId),
  );
  const seenVersions = matches.flatMap(({ recordId: id, version: seenVersion }) => {
    const version = records.get(id)?.record.version;
    return version === undefined ? [] : [{ id, version, seenVersion }];
  });
  const unchangedIds = await findIdsUnchangedExceptCodes(trx, entity, seenVersions);
  const outcomes = new Map<number, MatchOutcome>();
  const unchanged: StoredRecord[] = [];
  for (const { recordId } of matches) {
    const current = records.get(recordId);
    if (current && unchangedIds.has(recordId)) unchanged.push(current);
    else outcomes.set(recordId, { outcome: 'left', cause: current ? 'changed' : 'deleted' });
  }
  const changed =
    action === 'delete' ? await removeMatches(context, unchanged) : await transitionMatches(context, action, unchanged);
  return new Map([...outcomes, ...changed]);
}

async function transitionMatches(
  { crud, trx, entity, reason, actor, emailedIds }: ChunkContext,
  event: Exclude<BulkParams['action'], 'delete'>,
  records: StoredRecord[],
): Promise<Map<number, MatchOutcome>> {
  const problems = await findTransitionProblems(crud, trx, entity, records, { event }, actor.id);
  const ready = records.filter(({ record }) => !problems.has(record.id));
  const transition = { event, ...(reason === undefined ? {} : { reason }) };
  // one email is enough for many rejected records, all of which the person's home page lists
  if (ready.length > 0) await applyTransition(trx, entity, ready, transition, actor, { emailedIds });
  return toOutcomes(records, (id) => {
    const problem = problems.get(id);
    return problem ? toLeftOutcome(problem) : { outcome: 'done' };
  });
}

/** Deletes records. One that others refer to waits, as those may be deleted next; in the last round it is left. */
async function removeMatches(
  { crud, trx, entity, actor, isLastRound }: ChunkContext,
  records: StoredRecord[],
): Promise<Map<number, MatchOutcome>> {
  const ids = records.map(({ record }) => record.id);
  const review = await crud.reviewSetting(entity.key, trx);
  const referencedIds = await findReferencedIds(crud, trx, entity, ids);
  const openProposals = await readOpenProposals(trx, entity, ids);
  const proposedByOthers = new Set(
    openProposals.filter(({ authorId }) => authorId !== actor.id).map(({ recordId }) => recordId),
  );
  const toPropose: StoredRecord[] = [];
  const toDelete: StoredRecord[] = [];
  const decided = isLastRound ? records : records.filter(({ record }) => !referencedIds.has(record.id));
  const outcomes = toOutcomes(decided, (id, stored) => {
    if (referencedIds.has(id)) return { outcome: 'left', cause: 'inUse' };
    if (!needsSecondApproval(review, stored.record, 'delete')) {
      toDelete.push(stored);
      return { outcome: 'done' };
    }
    if (proposedByOthers.has(id)) return { outcome: 'left', cause: 'proposalOpen' };
    toPropose.push(stored);
    return { outcome: 'proposed' };
  });
  const proposals = toPropose.map((current) => ({ current, values: undefined }));
  if (proposals.length > 0) await proposeChanges(trx, entity, 'delete', proposals, actor);
  if (toDelete.length > 0) await deleteRecords(trx, entity, toDelete, { action: 'delete', actor });
  const closed = toDelete.filter(({ record }) => openProposals.some(({ recordId }) => recordId === record.id));
  for (const { record } of closed) await closeProposal(trx, entity, record.id, 'closed', actor.username);
  return outcomes;
}

const toOutcomes = (
  records: StoredRecord[],
  outcomeOf: (id: number, stored: StoredRecord) => MatchOutcome,
): Map<number, MatchOutcome> =>
  new Map(records.map((stored) => [stored.record.id, outcomeOf(stored.record.id, stored)]));
