import { findUnchangedIds } from '#crud/history/versions.ts';
import type { CrudContext, Entity, StoredRecord } from '#crud/model.ts';
import { addContributors } from '#crud/review/second-person.ts';
import { lockRecords, toValues, toWrittenValues } from '#crud/rows.ts';
import { type Database, executeTogether, type Statement, type Transaction } from '#database';
import { Problem } from '#http/problem.ts';
import type { TimeLimited } from '#http/time-limits.ts';
import type { Actor } from '#record-log/append.ts';
import { readEarlierStates } from '../engine/earlier-state.ts';
import { writeInFeedOrder } from '../engine/feed-order.ts';
import { type ItemOutcome, type ItemProblem, type ItemResult, toItemProblems } from '../engine/item.ts';
import type { Chunk } from '../engine/process-items.ts';
import {
  type Revert,
  type RevertedSet,
  type RevertSource,
  readProposalsByRecord,
  revertItems,
  type WrittenVersion,
} from '../engine/revert.ts';
import { parkUniqueValues } from '../engine/unique-values.ts';
import { isCreation, isWritten, type SetItem, type WrittenItem } from '../set-items.ts';
import { BatchRefused, findBrokenItems, type ReportProgress, SetRefused, transactWritingItems } from './release-set.ts';
import { closeReplacedProposals } from './replaced-proposals.ts';
import { reviveRecords } from './revive-records.ts';

/** A released set, and who reverts it. */
export interface SetToRevert {
  /** The set in whose name the log has the revert: this one, or the one that takes it back. */
  id: number;
  items: SetItem[];
  writerIds: number[];
  actor: Actor & { id: number };
  /** Who asked for the revert, where the actor approved it. */
  proposer?: Actor & { id: number };
  /** The items whose records stay as they are, and why. */
  kept?: KeptItems;
  /** The fields that go back even where somebody has changed them since, by item id. */
  overwrites?: ReadonlyMap<number, readonly string[]>;
  /** Why it was approved. */
  reason?: string | undefined;
  report?: ReportProgress | undefined;
  /** Runs at the end of the transaction, and is committed with it. */
  complete?: ((trx: Transaction) => Promise<void>) | undefined;
}

/** The problems of items whose records stay as they are, or whose fields do, by item id. */
export type KeptItems = Map<number, ItemProblem[]>;

/** Thrown where further records have to stay as they are, so that the revert has to run again without them. */
class FurtherItemsKept extends Error {
  readonly kept: KeptItems;

  constructor(kept: KeptItems) {
    super(`${kept.size} records stay as they are.`);
    this.kept = kept;
  }
}

/**
 * Reverts a set in one transaction: brings back what it deleted, restores what it changed and removes what it created. Records that
 * somebody has changed since, or whose codes others have taken, stay as they are, and their items say why. `runTransaction` may roll it
 * back, for a trial.
 */
export async function revertSet(
  crud: CrudContext,
  timeLimited: TimeLimited,
  prepare: (trx: Transaction) => Promise<SetToRevert>,
  runTransaction: typeof transactWritingItems<void> = transactWritingItems,
): Promise<void> {
  for (let kept: KeptItems = new Map(); ; ) {
    try {
      return await runTransaction(crud, timeLimited, async (trx, writesSingly) => {
        const set = await prepare(trx);
        const items = set.items.filter(isWritten);
        const allKept: KeptItems = new Map([...(set.kept ?? []), ...kept]);
        const attempt = { ...set, items, kept: allKept, writesSingly };
        const { newlyKept, partlyKept } = await writeInFeedOrder(crud, trx, () => revertWritten(crud, trx, attempt));
        if (newlyKept.size > 0) throw new FurtherItemsKept(newlyKept);
        await settle(trx, set.id, items, allKept, partlyKept);
        await addWriters(crud, trx, items, set.writerIds);
        await set.complete?.(trx);
      });
    } catch (error) {
      if (!(error instanceof FurtherItemsKept)) throw error;
      kept = new Map([...kept, ...error.kept]);
    }
  }
}

/** Adds who contributed to the set to the contributors of the reverted records that now await review. */
async function addWriters(
  { entities }: CrudContext,
  trx: Transaction,
  items: WrittenItem[],
  writerIds: number[],
): Promise<void> {
  for (const entity of entities) {
    const ids = items.flatMap((item) => (item.entity === entity.key ? item.recordId : []));
    if (ids.length === 0) continue;
    const waitingIds = await trx(entity.table)
      .whereIn('id', ids)
      .whereIn('status', ['pending', 'rejected'])
      .pluck('id');
    await addContributors(trx, entity.key, waitingIds, writerIds);
  }
}

interface RevertAttempt extends SetToRevert {
  items: WrittenItem[];
  /** The items that are known to be kept. */
  kept: KeptItems;
  writesSingly: boolean;
}

/** Reverts items except for those that are known to be kept. Returns the others that have to be kept, as a whole or in part. */
async function revertWritten(
  crud: CrudContext,
  trx: Transaction,
  set: RevertAttempt,
): Promise<{ newlyKept: KeptItems; partlyKept: KeptItems }> {
  const { items, kept } = set;
  const finalCodes = new Map<string, string>();
  const kinds: { revert: Revert; items: WrittenItem[] }[] = [];
  for (const entity of crud.entities) {
    const itemsOfKind = items.filter((item) => item.entity === entity.key && !kept.has(item.id));
    const ids = itemsOfKind.map(({ recordId }) => recordId);
    const records = await lockRecords(trx, entity, ids);
    if (itemsOfKind.length === 0) continue;
    // before codes are parked, as unchanged records are found by comparing them
    const states = await readStates(trx, entity, set, itemsOfKind, records);
    const { actor, proposer } = set;
    const contributorIds = [(proposer ?? actor).id];
    const reverted: RevertedSet = { id: set.id, contributorIds, records, finalCodes, ...states };
    const revert: Revert = { crud, entity, actor, proposer: proposer?.username, reason: set.reason, set: reverted };
    kinds.push({ revert, items: itemsOfKind });
  }
  for (const { revert, items: itemsOfKind } of kinds) await parkGivenUpValues(revert, trx, itemsOfKind, finalCodes);
  const results: ItemResult<WrittenItem>[] = [];
  const addResults = (more: ItemResult<WrittenItem>[]) => results.push(...more);
  const chunk = (isLastRound: boolean): Chunk => ({ trx, isLastRound, afterCommit: () => {} });
  /** Runs rounds until none of the items waits for another one. */
  const runRounds = async (selects: (item: WrittenItem) => boolean, process: ProcessItems) => {
    let waiting = kinds.map((kind) => ({ ...kind, items: kind.items.filter(selects) }));
    const count = () => waiting.reduce((sum, kind) => sum + kind.items.length, 0);
    for (let isLastRound = false; count() > 0; ) {
      const before = count();
      for (const kind of waiting) {
        if (kind.items.length === 0) continue;
        const done = await processInBatches(process, kind, { isLastRound, size: set.writesSingly ? 1 : Infinity });
        addResults(done);
        await set.report?.(results.length);
        const finished = new Set(done.map(({ item }) => item));
        kind.items = kind.items.filter((item) => !finished.has(item));
      }
      isLastRound = count() === before;
      waiting = waiting.toReversed();
    }
  };
  await runRounds(
    ({ action }) => action === 'delete',
    (revert, isLastRound, deleted) => reviveRecords(revert, chunk(isLastRound), deleted),
  );
  await runRounds(
    ({ action }) => action !== 'delete',
    async (revert, isLastRound, written) => {
      const done: ItemResult<WrittenItem>[] = [];
      await revertItems(revert, createSource(done), chunk(isLastRound), written);
      return done;
    },
  );
  const newlyKept: KeptItems = new Map();
  const partlyKept: KeptItems = new Map();
  for (const { item, outcome, problems = [] } of results) {
    if (outcome === 'kept') newlyKept.set(item.id, problems);
    else if (problems.length > 0) partlyKept.set(item.id, problems);
  }
  if (newlyKept.size > 0) return { newlyKept, partlyKept };
  await closeProposals(trx, kinds, results);
  return { newlyKept: await findBrokenAfterRevert(trx, kinds, results), partlyKept };
}

/** Closes the proposals that an approved revert replaces, and those whose changes the records have now. */
async function closeProposals(
  trx: Transaction,
  kinds: { revert: Revert }[],
  results: ItemResult<WrittenItem>[],
): Promise<void> {
  const emailedIds = new Set<number>();
  for (const { revert } of kinds) {
    const { entity, set, actor } = revert;
    if (!set || set.proposals.size === 0) continue;
    const written = results.flatMap(({ item: { entity: key, recordId }, outcome }) => {
      const current = key === entity.key && set.proposals.has(recordId) ? set.records.get(recordId) : undefined;
      if (!current || outcome === 'kept') return [];
      const after = outcome === 'removed' ? null : (set.earlierStates.get(recordId)?.values ?? null);
      const action = after ? ('restore' as const) : ('delete' as const);
      return [{ recordId, action, base: toWrittenValues(entity, current), after }];
    });
    await closeReplacedProposals(trx, entity, written, { id: set.id, decidedBy: actor, emailedIds });
  }
}

type ProcessItems = (revert: Revert, isLastRound: boolean, items: WrittenItem[]) => Promise<ItemResult<WrittenItem>[]>;

/** Processes items in batches of a size. Those that the database refuses are kept. @throws BatchRefused where it refuses one of several */
async function processInBatches(
  process: ProcessItems,
  { revert, items }: { revert: Revert; items: WrittenItem[] },
  { isLastRound, size }: { isLastRound: boolean; size: number },
): Promise<ItemResult<WrittenItem>[]> {
  const results: ItemResult<WrittenItem>[] = [];
  for (let at = 0; at < items.length; at += size) {
    const batch = items.slice(at, at + size);
    try {
      results.push(...(await process(revert, isLastRound, batch)));
    } catch (error) {
      const [item] = batch;
      if (!(error instanceof Problem) || !item) throw error;
      if (batch.length > 1) throw new BatchRefused();
      results.push({ item, outcome: 'kept', problems: toItemProblems(error) });
    }
  }
  return results;
}

/** Reads what each record gets back, and which of them nobody has changed since. */
async function readStates(
  db: Database,
  entity: Entity,
  { overwrites }: Pick<SetToRevert, 'overwrites'>,
  items: WrittenItem[],
  records: ReadonlyMap<number, StoredRecord>,
): Promise<Pick<RevertedSet, 'unchangedIds' | 'earlierStates' | 'proposals'>> {
  const versions = items.flatMap((item) => {
    const current = records.get(item.recordId);
    const version = { recordId: item.recordId, version: item.writtenVersion, overwrites: overwrites?.get(item.id) };
    return current ? [{ item, current, ...version }] : [];
  });
  const unchangedIds = await findUnchangedIds(db, entity, versions);
  const changed = versions.filter(({ item }) => !isCreation(item));
  const earlierStates = await readEarlierStates(db, entity, changed);
  return { unchangedIds, earlierStates, proposals: await readProposalsByRecord(db, entity, [...records.keys()]) };
}

const createSource = (done: ItemResult<WrittenItem>[]): RevertSource<WrittenItem> => ({
  next: async () => [],
  refuse: async (_, __, problem) => {
    throw problem;
  },
  findWritten: async (_, items) => ({
    written: items.map(
      (item): WrittenVersion => ({
        isNew: isCreation(item),
        recordId: item.recordId,
        version: item.writtenVersion,
      }),
    ),
    outcomes: new Map<number, ItemOutcome>(),
  }),
  settle: async (_, results) => {
    done.push(...results);
  },
});

/** Takes unique values from the records that give them up, and notes the codes that they have in the end. */
async function parkGivenUpValues(
  { entity, set }: Revert,
  trx: Transaction,
  items: WrittenItem[],
  finalCodes: Map<string, string>,
): Promise<void> {
  const changes = items.flatMap((item) => {
    const current = set?.records.get(item.recordId);
    if (!current) return [];
    const before = isCreation(item) ? undefined : set?.earlierStates.get(item.recordId)?.values.fields;
    // without its log row the record stays as it is
    if (!before && !isCreation(item)) return [];
    return [{ current, fields: before ?? undefined }];
  });
  for (const { current, fields } of changes)
    if (typeof fields?.code === 'string' && fields.code !== current.record.code)
      finalCodes.set(`${entity.key} ${current.record.id}`, fields.code);
  await parkUniqueValues(trx, entity, changes);
}

/** Finds the items whose records break a rule after the revert. */
async function findBrokenAfterRevert(
  trx: Transaction,
  kinds: { revert: Revert }[],
  results: ItemResult<WrittenItem>[],
): Promise<KeptItems> {
  const broken: KeptItems = new Map();
  for (const { revert } of kinds) {
    const { entity, set } = revert;
    const restored = results.filter(({ item, outcome }) => item.entity === entity.key && outcome === 'restored');
    const written = restored.map(({ item }) => {
      const before = set?.records.get(item.recordId);
      return { item, recordId: item.recordId, before: before && toValues(before) };
    });
    for (const { item, problems } of await findBrokenItems(trx, entity, written)) broken.set(item.id, problems);
  }
  return broken;
}

async function settle(
  trx: Transaction,
  setId: number,
  items: WrittenItem[],
  kept: KeptItems,
  partlyKept: KeptItems,
): Promise<void> {
  const refused = items.flatMap((item): ItemResult<SetItem>[] => {
    const problems = kept.get(item.id);
    return problems ? [{ item, outcome: 'kept', problems }] : [];
  });
  if (items.length > 0 && refused.length === items.length) throw new SetRefused(setId, refused);
  const statements = items.map(({ id }): Statement => {
    const problems = kept.get(id) ?? partlyKept.get(id);
    const values = [kept.has(id) ? 'kept' : 'reverted', problems ? JSON.stringify(problems) : null, id];
    return { sql: 'UPDATE proposal SET outcome = ?, problems = ? WHERE id = ?', values };
  });
  await executeTogether(trx, statements);
}
