import type { CrudContext, Entity, ResolvedValues } from '#crud/model.ts';
import { findViolations } from '#crud/prepare.ts';
import { transactUpdatingReferrers } from '#crud/renames.ts';
import { toValues, toWrittenValues } from '#crud/rows.ts';
import type { Transaction } from '#database';
import { type FieldProblem, Problem } from '#http/problem.ts';
import type { TimeLimited } from '#http/time-limits.ts';
import type { Actor } from '#record-log/append.ts';
import { writeInFeedOrder } from '../engine/feed-order.ts';
import { type ItemProblem, type ItemResult, toItemProblem, toItemProblems } from '../engine/item.ts';
import { BATCH_RECORDS, type Chunk, lockRecordsInBatches, mapInBatches } from '../engine/process-items.ts';
import { evaluateItems, type Release, writeChanges } from '../engine/release.ts';
import { parkUniqueValues } from '../engine/unique-values.ts';
import { readCodeChanges, type SetItem } from '../set-items.ts';
import { replaceItemReferences } from './item-references.ts';
import { createSetSource, type SetChange, type SetRelease } from './set-source.ts';
import { readSuccessors } from './successors.ts';

/** Thrown where items of a set cannot be released or reverted, so that nothing of it is written. */
export class SetRefused extends Error {
  readonly setId: number;
  readonly results: ItemResult<SetItem>[];
  /** The sets that a trial had written before, in that order. */
  readonly earlierIds: readonly number[];

  constructor(setId: number, results: ItemResult<SetItem>[], earlierIds: readonly number[] = []) {
    super(`${results.length} items of the change set ${setId} cannot be written.`);
    this.setId = setId;
    this.results = results;
    this.earlierIds = earlierIds;
  }

  /** Returns the error of the contract, with the problems of all items. */
  toProblem(): Problem {
    const fields = this.results.flatMap(({ item, problems = [] }) =>
      problems.map(
        ({ pointer, ...problem }): FieldProblem => ({
          pointer: pointer === undefined ? `/items/${item.id}` : `/items/${item.id}/values${pointer}`,
          ...problem,
        }),
      ),
    );
    return new Problem('changeSetUnsound', { fields, parameters: { count: this.results.length } });
  }
}

/** Thrown where the database refuses one of several items, but does not say which. */
export class BatchRefused extends Error {}

/** Receives the number of items that are done. */
export type ReportProgress = (done: number) => Promise<void>;

/** A set whose items are released, and who releases them. */
export interface SetToRelease {
  id: number;
  author: string;
  /** Why it was approved. */
  reason?: string | undefined;
  writerIds: number[];
  items: SetItem[];
  actor: Actor & { id: number };
  /** When it was approved, unless that is now. */
  decideTime?: Date | undefined;
  report?: ReportProgress | undefined;
}

/**
 * Runs a transaction that writes items. Where the database refuses one of a batch, it runs again with single items, so that the error
 * names the one at fault.
 */
export async function transactWritingItems<T>(
  crud: CrudContext,
  timeLimited: TimeLimited,
  work: (trx: Transaction, writesSingly: boolean) => Promise<T>,
): Promise<T> {
  try {
    return await transactUpdatingReferrers(crud, timeLimited, (trx) => work(trx, false));
  } catch (error) {
    if (!(error instanceof BatchRefused)) throw error;
    return transactUpdatingReferrers(crud, timeLimited, (trx) => work(trx, true));
  }
}

/** Runs a transaction that writes items like `transactWritingItems`, but is always rolled back whole. */
export async function transactRollingBack<T>(
  crud: CrudContext,
  timeLimited: TimeLimited,
  work: (trx: Transaction, writesSingly: boolean) => Promise<T>,
): Promise<T> {
  const rollback = new Error('The trial has passed.');
  let result: { value: T } | undefined;
  try {
    await transactWritingItems(crud, timeLimited, async (trx, writesSingly) => {
      result = { value: await work(trx, writesSingly) };
      throw rollback;
    });
  } catch (error) {
    if (error !== rollback) throw error;
  }
  if (!result) throw new Error('a trial that has passed has no result');
  return result.value;
}

/** Changes of one kind of record, and the release that writes them. */
interface KindRelease {
  release: Release<SetItem, SetChange>;
  changes: SetChange[];
}

/**
 * Writes all items of a set: new records in the order in which they refer to each other, then changes, then deletions. Rules are checked
 * on what all of them have written together.
 * @throws SetRefused where an item cannot be written
 */
export async function writeItems(
  crud: CrudContext,
  trx: Transaction,
  set: SetToRelease,
  writesSingly: boolean,
): Promise<void> {
  const { id, actor, decideTime, writerIds } = set;
  const items = await replaceItemReferences(trx, set.items);
  const shared: SetRelease = {
    id,
    crud,
    creationIds: new Set(items.filter(({ action }) => action === 'create').map((item) => item.id)),
    createdIds: new Map(),
    successors: await readSuccessors(crud, trx, await readCodeChanges(trx, id)),
    finalCodes: new Map(),
    decidedBy: actor,
    emailedIds: new Set(),
    decideTime,
    isApproved: !writerIds.includes(actor.id),
  };
  const kinds = await evaluateKinds(trx, { ...set, items }, shared);
  for (const kind of kinds) await parkGivenUpValues(trx, shared, kind);
  await writeInFeedOrder(crud, trx, async () => {
    const { written, refused } = await writeKinds(trx, kinds, { ...set, writesSingly });
    for (const entity of new Set(written.map((each) => each.entity))) {
      const ofKind = written
        .filter((each) => each.entity === entity)
        .flatMap(({ result: { item, recordId }, before }) => (recordId ? [{ item, recordId, before }] : []));
      const broken = await findBrokenItems(trx, entity, ofKind);
      refused.push(...broken.map((each): ItemResult<SetItem> => ({ ...each, outcome: 'refused' })));
    }
    assertNoneRefused(id, refused);
  });
}

function assertNoneRefused(setId: number, refused: ItemResult<SetItem>[]): void {
  if (refused.length > 0) throw new SetRefused(setId, refused);
}

const createChunk = (trx: Transaction, isLastRound: boolean): Chunk => ({ trx, isLastRound, afterCommit: () => {} });

/** Finds what items change, kind by kind. @throws SetRefused where an item conflicts with what has changed since */
async function evaluateKinds(
  trx: Transaction,
  { id, author, reason, writerIds, items, actor }: SetToRelease,
  set: SetRelease,
): Promise<KindRelease[]> {
  const kinds: KindRelease[] = [];
  const refused: ItemResult<SetItem>[] = [];
  // kinds have a fixed order, which prevents deadlocks, and all records are read before the first one is written
  for (const entity of set.crud.entities) {
    const itemsOfKind = items.filter((item) => item.entity === entity.key);
    if (itemsOfKind.length === 0) continue;
    const release: Release<SetItem, SetChange> = {
      crud: set.crud,
      entity,
      source: createSetSource(set, entity),
      actor,
      proposer: set.isApproved ? author : undefined,
      // not the title, which may tell of kinds that readers of the log may not see
      reason,
      changeSetId: id,
      contributorIds: writerIds,
    };
    const evaluated = await evaluateItems(release, createChunk(trx, false), itemsOfKind);
    kinds.push({ release, changes: evaluated.changes });
    refused.push(...evaluated.refused);
  }
  assertNoneRefused(id, refused);
  return kinds;
}

/** Writes the changes of all kinds. @throws SetRefused where a record cannot be created */
async function writeKinds(
  trx: Transaction,
  kinds: KindRelease[],
  { id, report, writesSingly }: Pick<SetToRelease, 'id' | 'report'> & { writesSingly: boolean },
): Promise<{ written: WrittenValues[]; refused: ItemResult<SetItem>[] }> {
  const written: WrittenValues[] = [];
  const refused: ItemResult<SetItem>[] = [];
  let done = 0;
  /** Writes those changes of each kind, and returns those that wait for records that others create. */
  const write = async (kindsToWrite: KindRelease[], isLastRound: boolean): Promise<KindRelease[]> => {
    const waiting: KindRelease[] = [];
    for (const { release, changes } of kindsToWrite) {
      const chunk = createChunk(trx, isLastRound);
      const results = await writeBatches(release, chunk, changes, writesSingly, async (count) => {
        await report?.(done + count);
      });
      done += results.length;
      refused.push(...results.filter(({ problems }) => problems !== undefined));
      await release.source.settle(chunk, results);
      const before = new Map(changes.flatMap(({ item, current }) => (current ? [[item, toValues(current)]] : [])));
      written.push(...results.map((result) => ({ entity: release.entity, result, before: before.get(result.item) })));
      const finished = new Set(results.map(({ item }) => item));
      waiting.push({ release, changes: changes.filter(({ item }) => !finished.has(item)) });
    }
    return waiting;
  };
  const select = (matches: (change: SetChange) => boolean): KindRelease[] =>
    kinds.map((kind) => ({ ...kind, changes: kind.changes.filter(matches) }));
  const count = (kindsToCount: KindRelease[]) => kindsToCount.reduce((sum, { changes }) => sum + changes.length, 0);
  /** Writes in rounds, as long as some of the changes wait for others. */
  const writeInRounds = async (selected: KindRelease[]) => {
    let remaining = selected;
    for (let isLastRound = false; count(remaining) > 0; ) {
      const waiting = await write(remaining, isLastRound);
      isLastRound = count(waiting) === count(remaining);
      // what waits for a record that was refused is not at fault itself
      if (isLastRound) assertNoneRefused(id, refused);
      remaining = waiting;
    }
  };

  await writeInRounds(select(({ current }) => !current));
  // otherwise items that refer to records that were not created would be reported, too
  assertNoneRefused(id, refused);
  await write(
    select(({ current, values }) => current !== undefined && values !== undefined),
    true,
  );
  await writeInRounds(select(({ current, values }) => current !== undefined && values === undefined).toReversed());
  return { written, refused };
}

interface WrittenValues {
  entity: Entity;
  result: ItemResult<SetItem>;
  /** The record before the release; undefined if there was none. */
  before: ResolvedValues | undefined;
}

async function parkGivenUpValues(trx: Transaction, set: SetRelease, { release, changes }: KindRelease): Promise<void> {
  const { entity } = release;
  const updates = changes.flatMap(({ current, values }) => (current ? [{ current, fields: values?.fields }] : []));
  for (const { current, fields } of updates)
    if (typeof fields?.code === 'string' && fields.code !== current.record.code)
      set.finalCodes.set(`${entity.key} ${current.record.id}`, fields.code);
  await parkUniqueValues(trx, entity, updates);
}

async function writeBatches(
  release: Release<SetItem, SetChange>,
  chunk: Chunk,
  changes: SetChange[],
  writesSingly: boolean,
  report: ReportProgress,
): Promise<ItemResult<SetItem>[]> {
  const results: ItemResult<SetItem>[] = [];
  const size = writesSingly ? 1 : BATCH_RECORDS;
  for (let at = 0; at < changes.length; at += size) {
    const batch = changes.slice(at, at + size);
    try {
      results.push(...(await writeChanges(release, chunk, batch)));
    } catch (error) {
      const [change] = batch;
      if (!(error instanceof Problem) || !change) throw error;
      if (batch.length > 1) throw new BatchRefused();
      results.push({ item: change.item, outcome: 'refused', problems: toItemProblems(error) });
    }
    await report(results.length);
  }
  return results;
}

/** An item whose record the transaction has written. */
interface CheckedItem<Item> {
  item: Item;
  recordId: number;
  /** The record before that; undefined if there was none. */
  before: ResolvedValues | undefined;
}

/** Checks the rules on the values that the transaction has written, and returns the items that break one; transitions write no values. */
export async function findBrokenItems<Item extends Pick<SetItem, 'action'>>(
  trx: Transaction,
  entity: Entity,
  written: CheckedItem<Item>[],
): Promise<{ item: Item; problems: ItemProblem[] }[]> {
  const changed = written.filter(({ item }) => item.action !== 'transition');
  const ids = changed.map(({ recordId }) => recordId);
  const records = await lockRecordsInBatches(trx, entity, ids);
  const existing = changed.flatMap(({ item, recordId, before }) => {
    const stored = records.get(recordId);
    if (!stored) return [];
    return [{ item, check: { values: toWrittenValues(entity, stored), id: recordId, before } }];
  });
  const checks = existing.map(({ check }) => check);
  const violations = await mapInBatches(checks, (batch) => findViolations(trx, entity, batch));
  return existing.flatMap(({ item }, at) => {
    const problems = (violations[at] ?? []).map(toItemProblem);
    return problems.length > 0 ? [{ item, problems }] : [];
  });
}
