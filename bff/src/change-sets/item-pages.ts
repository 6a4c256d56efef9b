import { codeAndNameOf, entityByKey } from '#crud/entity.ts';
import type { CrudContext, Entity, ResolvedValues } from '#crud/model.ts';
import { changedPointers, readAt } from '#crud/pointers.ts';
import { loadLabels, mergeLabels } from '#crud/references/labels.ts';
import type { Proposal } from '#crud/review/proposals.ts';
import { toStoredRecords, toWrittenValues } from '#crud/rows.ts';
import { cappedTotal, countCapped, type Database } from '#database';
import type { Language, Schemas } from '#http/contract.ts';
import type { Query } from '#http/operation-types.ts';
import { ruleText } from '#http/problem.ts';
import { foreseeHolds } from './dates/foreseen-holds.ts';
import { readEarlierStates } from './engine/earlier-state.ts';
import type { ItemProblem } from './engine/item.ts';
import { hydrateItems, readCreatedLabels, readSetCodes } from './item-codes.ts';
import { createProblemView, nameConflictingSets } from './release/conflicting-sets.ts';
import { findReplacedProposals } from './release/replaced-proposals.ts';
import { predictKept, predictStaying } from './release/revert-outlook.ts';
import { readSuccessors, resolveReferences } from './release/successors.ts';
import {
  type CodeChange,
  isCreation,
  isWritten,
  queryItems,
  readCodeChanges,
  revivesRecord,
  type SetItem,
  toSetItem,
} from './set-items.ts';
import { ENDED_STATUSES, type StoredSet } from './stored-set.ts';
import type { SetViewer } from './to-change-sets.ts';

type ItemResponse = Schemas['ChangeSetItem'];

/** The statuses of a set that waits with its approval. */
const APPROVED_STATUSES: ReadonlySet<StoredSet['status']> = new Set(['scheduled', 'held']);

/** Reads a page of items in the order in which they were added; `cursor` is the id of the last item seen. */
export async function readItemPage(
  crud: CrudContext,
  set: Pick<StoredSet, 'id' | 'status' | 'decide_time' | 'due_time' | 'reverts_id'>,
  { cursor, limit = 20, entity, changedSince = false }: Query<'listChangeSetItems'>,
  viewer: SetViewer,
) {
  const { db } = crud;
  const { id: setId, status, decide_time } = set;
  const items = () => queryItems(db, setId).modify((query) => entity !== undefined && query.where({ entity }));
  const page = items()
    .orderBy('id')
    .limit(limit + 1);
  if (cursor) page.where('id', '>', cursor);
  const [rows, count] = await Promise.all([page, countCapped(db, items())]);
  const decideTime = APPROVED_STATUSES.has(status) ? (decide_time ?? undefined) : undefined;
  const options = {
    comparesLive: changedSince && status === 'released',
    ...(!ENDED_STATUSES.has(status) && { replacing: { decideTime } }),
    ...(status === 'submitted' && set.reverts_id !== null && { revertedId: set.reverts_id }),
  };
  const pageItems = await withForeseenProblems(crud, set, rows.slice(0, limit).map(toSetItem));
  const shown = await toItemResponses(crud, db, set, pageItems, viewer, options);
  const nextCursor = rows.length > limit ? String(shown.items.at(-1)?.id) : null;
  return { ...shown, nextCursor, ...cappedTotal(count) };
}

/** Adds to the items of a scheduled set why it would be held on its date. */
async function withForeseenProblems(
  crud: CrudContext,
  set: Pick<StoredSet, 'id' | 'status' | 'due_time'>,
  items: SetItem[],
): Promise<SetItem[]> {
  const hold = (await foreseeHolds(crud, crud.db, [set])).get(set.id);
  if (!hold) return items;
  const named = await nameConflictingSets(crud, crud.db, hold);
  const problemsOf = new Map(named.map(({ item, problems = [] }) => [item.id, problems]));
  return items.map((item) => ({ ...item, problems: problemsOf.get(item.id) ?? item.problems }));
}

interface ItemOptions {
  /** Whether to compare released items with the records as they are. */
  comparesLive?: boolean;
  /** Whether to name the open proposals that the release would replace, and when the set was approved. */
  replacing?: { decideTime?: Date | undefined };
  /** What the items of the set do to codes, where that was read before. */
  codeChanges?: readonly CodeChange[];
  /** The set that these items would take back once they are approved. */
  revertedId?: number;
}

/** Converts items into the contract's form, with the codes that referenced records have at the end of the set. */
export async function toItemResponses(
  crud: CrudContext,
  db: Database,
  set: Pick<StoredSet, 'id' | 'status' | 'due_time'>,
  items: SetItem[],
  { caller, language }: SetViewer,
  { comparesLive = false, replacing, codeChanges, revertedId }: ItemOptions = {},
): Promise<{ items: ItemResponse[]; labels: Schemas['Labels'] }> {
  let labels: Schemas['Labels'] = {};
  const responses = new Map<number, ItemResponse>();
  const { id: setId } = set;
  const changes = codeChanges ?? (await readCodeChanges(db, setId));
  const codes = await readSetCodes(crud, db, [set], caller, new Map([[setId, changes]]));
  const successors = await readSuccessors(crud, db, changes);
  const staying = revertedId === undefined ? undefined : await predictStaying(crud, db, revertedId, items);
  const problems = items.flatMap((item) => item.problems);
  const toShownProblem = await createProblemView(crud, db, problems, caller, set.due_time);
  for (const key of new Set(items.map(({ entity }) => entity))) {
    const entity = entityByKey(crud, key);
    const itemsOfKind = items
      .filter((item) => item.entity === key)
      .map((item) => ({ ...item, after: item.after && resolveReferences(entity, item.after, successors) }));
    const shown = await hydrateItems(
      db,
      entity,
      itemsOfKind.map((item) => ({ item, codes: codes.get(setId) })),
    );
    const comparisons = ENDED_STATUSES.has(set.status)
      ? await compareWithLive(db, entity, comparesLive ? itemsOfKind : [])
      : await compareConflicts(db, entity, shown);
    const proposals = replacing
      ? await findReplacedProposals(db, entity, itemsOfKind, replacing)
      : new Map<number, Proposal>();
    const kept =
      staying ?? (await predictKept(crud, db, { entity, setId }, comparesLive ? itemsOfKind.filter(isWritten) : []));
    for (const item of shown) {
      const changedSince = comparisons.get(item.id)?.changedSince ?? [];
      const replaced = proposals.get(item.id);
      const stays = toFieldErrors(kept.get(item.id) ?? [], language);
      responses.set(item.id, {
        ...toItemResponse(entity, item),
        problems: toFieldErrors(item.problems.map(toShownProblem), language),
        ...(changedSince.length > 0 && { changedSince }),
        ...(stays.length > 0 && { stays }),
        ...(replaced && { replaces: { by: replaced.author } }),
      });
    }
    const states = [
      ...shown.flatMap(({ base, after }): ResolvedValues[] => (after ? [base, after] : [base])),
      ...[...comparisons.values()].flatMap(({ former, live }) => [former, live]),
    ];
    labels = mergeLabels(await loadLabels(db, entity, states, caller), labels);
    labels = mergeLabels(labels, await readCreatedLabels(crud, db, shown, caller));
  }
  return { items: items.flatMap(({ id }) => responses.get(id) ?? []), labels };
}

/** What an item has written, or is based on, compared with the record as it is now. */
interface Comparison {
  former: ResolvedValues;
  live: ResolvedValues;
  changedSince: NonNullable<ItemResponse['changedSince']>;
}

/** Compares what released items have written with the records as they are now, by item id. */
async function compareWithLive(db: Database, entity: Entity, items: SetItem[]): Promise<Map<number, Comparison>> {
  const written = items.filter(isWritten).filter((item) => item.action !== 'delete' && !isCreation(item));
  const ids = written.map(({ recordId }) => recordId);
  const stored = await toStoredRecords(db, entity, await db(entity.table).whereIn('id', ids));
  const records = new Map(stored.map((each) => [each.record.id, each]));
  const versions = written.flatMap(({ recordId, writtenVersion: version }) => {
    const current = records.get(recordId);
    return current ? [{ current, recordId, version }] : [];
  });
  const states = await readEarlierStates(db, entity, versions);
  const comparisons = new Map<number, Comparison>();
  for (const { id, recordId } of written) {
    const [current, state] = [records.get(recordId), states.get(recordId)];
    if (!current || !state) continue;
    const { former, keptPointers } = state;
    comparisons.set(id, compareFields(former, toWrittenValues(entity, current), keptPointers));
  }
  return comparisons;
}

/** The rules of the problems of a field that somebody has changed since the item was made. */
const CONFLICT_RULES: ReadonlySet<ItemProblem['rule']> = new Set([
  'changedSince',
  'buildsOnChangeSet',
  'buildsOnWithdrawnSet',
]);

/** Compares the fields that somebody has changed since items were made with the records as they are now, by item id. */
async function compareConflicts(db: Database, entity: Entity, items: SetItem[]): Promise<Map<number, Comparison>> {
  const conflicting = items.flatMap(({ id, recordId, base, problems }) => {
    const pointers = problems.flatMap(({ pointer, rule }) => (pointer && CONFLICT_RULES.has(rule) ? [pointer] : []));
    return recordId !== null && pointers.length > 0 ? [{ id, recordId, base, pointers }] : [];
  });
  if (conflicting.length === 0) return new Map();
  const ids = conflicting.map(({ recordId }) => recordId);
  const stored = await toStoredRecords(db, entity, await db(entity.table).whereIn('id', ids));
  const records = new Map(stored.map((each) => [each.record.id, toWrittenValues(entity, each)]));
  return new Map(
    conflicting.flatMap(({ id, recordId, base, pointers }): [number, Comparison][] => {
      const live = records.get(recordId);
      return live ? [[id, compareFields(base, live, pointers)]] : [];
    }),
  );
}

function compareFields(former: ResolvedValues, live: ResolvedValues, pointers: string[]): Comparison {
  const valueAt = ({ fields }: ResolvedValues, pointer: string) => readAt(fields, pointer) ?? null;
  const changedSince = pointers.map((pointer) => ({
    pointer,
    live: valueAt(live, pointer),
    former: valueAt(former, pointer),
  }));
  return { former, live, changedSince };
}

/** Finds the fields of an item that refer to another record than before, also by the same code, which the set gives to it. */
const findRepointed = ({ action, base, after }: SetItem): string[] =>
  action !== 'update' || !after
    ? []
    : Object.entries(base.refs).flatMap(([pointer, id]) => {
        const newId = after.refs[pointer];
        return newId === undefined || newId === id ? [] : `/${pointer.split('/')[1]}`;
      });

const toFieldErrors = (problems: ItemProblem[], language: Language): ItemResponse['problems'] =>
  problems.map(({ pointer, rule, parameters }) => ({
    pointer: pointer === undefined ? '' : `/values${pointer}`,
    rule,
    message: ruleText(rule, language, parameters),
  }));

function toItemResponse(entity: Entity, item: SetItem): Omit<ItemResponse, 'problems'> {
  const { id, action, event, become, recordId, baseVersion, version, base, after, outcome, author, time } = item;
  const { reason, overwrites } = item;
  const isNew = action === 'create';
  const before = isNew || revivesRecord(item) ? null : base.fields;
  const { code, name } = codeAndNameOf(entity, after?.fields ?? base.fields);
  return {
    id,
    entity: entity.key,
    action,
    event,
    become: isNew ? become : null,
    recordId,
    recordVersion: isNew ? null : baseVersion,
    version,
    code,
    name,
    changes: after ? [...new Set([...changedPointers(before ?? {}, after.fields), ...findRepointed(item)])] : [],
    before,
    after: after?.fields ?? null,
    outcome,
    ...(reason !== null && { reason }),
    ...(overwrites.length > 0 && { overwrites }),
    by: author,
    time: time.toISOString(),
  };
}
