import { codeAndNameOf } from '#crud/entity.ts';
import { mergeRecord } from '#crud/merge.ts';
import type { CrudContext, Entity, Refs, ResolvedValues, StoredRecord } from '#crud/model.ts';
import { changedPointers, readAt, writeAt } from '#crud/pointers.ts';
import { findMissingForApproval, refreshManyCodes } from '#crud/prepare.ts';
import { collectReferences, referencedEntityKey } from '#crud/references/reference-paths.ts';
import { readContributorIds, reportRejection } from '#crud/review/rejections.ts';
import { addContributors, clearApprovedContributors, hasBeenApproved } from '#crud/review/second-person.ts';
import { fieldsOf } from '#crud/rows.ts';
import { type Database, executeTogether, executeUnprepared, type Statement, type Transaction } from '#database';
import { transitions } from '#http/contract.ts';
import type { FieldProblem } from '#http/problem.ts';
import type { Actor } from '#record-log/append.ts';
import { type ItemProblem, type ItemResult, toItemProblem, wholeItemProblem } from '../engine/item.ts';
import { lockRecordsInBatches } from '../engine/process-items.ts';
import type { Change, Evaluation, ReleaseSource } from '../engine/release.ts';
import { applyFinalCodes } from '../engine/unique-values.ts';
import { type CodeChange, type Deletion, readDeletions, revivesRecord, type SetItem } from '../set-items.ts';
import { closeReplacedProposals } from './replaced-proposals.ts';
import { resolveReferences, type Successors } from './successors.ts';

export type SetChange = Change<SetItem>;

/** What the items of all kinds of a set share while it is released. */
export interface SetRelease {
  id: number;
  crud: CrudContext;
  /** The ids of the items that create records. */
  creationIds: ReadonlySet<number>;
  /** The ids of the records that items have created, by the item's id. */
  createdIds: Map<number, number>;
  /** Where references to records lead that the set deletes. */
  successors: Successors;
  /** The codes that records of the set have in the end, by `entity id`. */
  finalCodes: Map<string, string>;
  decidedBy: Actor;
  /** The ids of the users who have got an email about records that it rejects or proposals that it replaces. */
  emailedIds: Set<number>;
  /** When it was approved, where that is past: proposals made since stay open. */
  decideTime?: Date | undefined;
  /** Whether a second person has approved the set, and with it its records. */
  isApproved: boolean;
}

/** Creates the source of a set's items of one kind. All of them are released in one transaction. */
export function createSetSource(set: SetRelease, entity: Entity): ReleaseSource<SetItem, SetChange> {
  return {
    // a set is released in one transaction, which reads its items itself and ends where one is refused
    next: async () => [],
    refuse: async (_, __, problem) => {
      throw problem;
    },

    evaluate: ({ trx }, items) => evaluate(trx, entity, items),

    // a proposal that the set replaces is closed, and the others are merged once they are approved
    isBlockedBy: () => false,

    prepare: async ({ trx, isLastRound }, changes) => {
      const refused: ItemResult<SetItem>[] = [];
      const withoutValues = changes.filter(({ values }) => !values);
      const resolved: (SetChange & { values: ResolvedValues })[] = [];
      for (const change of changes) {
        if (!change.values) continue;
        const values = writesValues(change)
          ? resolveReferences(entity, change.values, set.successors, set.createdIds)
          : change.values;
        const waiting = Object.entries(values.refs).filter(([, id]) => id < 0);
        if (waiting.length === 0) resolved.push({ ...change, values });
        else if (isLastRound) {
          const ruleOf = (id: number) => (set.creationIds.has(-id) ? 'createdInCircle' : 'unknownReference');
          const problems = waiting.map(([pointer, id]): ItemProblem => ({ pointer, rule: ruleOf(id) }));
          refused.push({ item: change.item, outcome: 'refused', problems });
        }
      }
      const refreshed = await refreshManyCodes(
        trx,
        entity,
        resolved.map(({ values }) => values),
      );
      const ready = resolved.flatMap((change, at): SetChange[] => {
        const { values = change.values, problems: codeProblems = [] } = refreshed[at] ?? {};
        // what a new record refers to may be brought back next
        if (!change.current && codeProblems.length > 0 && !isLastRound) return [];
        applyFinalCodes(entity, values, set.finalCodes);
        const problems = [...codeProblems, ...findMissing(entity, { ...change, values })].map(toItemProblem);
        const event = problemOfEvent(change);
        if (event) problems.push(event);
        if (problems.length > 0) refused.push({ item: change.item, outcome: 'refused', problems });
        return problems.length > 0 ? [] : [writesValues(change) ? { ...change, values } : change];
      });
      return { ready: [...ready, ...withoutValues], refused };
    },

    toNewRecord: ({ values, item }) => {
      if (!values) throw new Error('a new record has no values');
      return { values, status: item.become };
    },

    // the approval of the set is that of its changes
    isProposed: () => false,
    propose: async () => [],

    settle: async ({ trx }, results) => {
      const released = results.filter(({ problems }) => !problems);
      const decidedTime = new Date();
      const statements = released.map(
        ({ item, recordId = item.recordId, version = null }): Statement => ({
          sql: `UPDATE proposal SET outcome = 'released', problems = NULL, decided_by = ?, decided_time = ?, record_id = ?,
          written_version = ? WHERE id = ?`,
          values: [set.decidedBy.username, decidedTime, recordId, version, item.id],
        }),
      );
      await executeTogether(trx, statements);
      for (const { item, outcome, recordId } of released)
        if (recordId !== undefined && outcome === 'created') set.createdIds.set(item.id, recordId);
      const items = released.map(({ item }) => item);
      await closeReplacedProposals(trx, entity, items, set);
      await addContributorsOfRestored(trx, entity, results);
      // pending records still wait for their approval
      const writtenIds = results.flatMap(({ recordId }) => recordId ?? []);
      if (set.isApproved) await clearApprovedContributors(trx, entity, writtenIds);
      const rejections = items.filter(({ event }) => event === 'reject');
      await reportRejections(trx, entity, rejections, set);
    },
  };
}

/** Notifies the contributors to rejected records. */
async function reportRejections(
  trx: Transaction,
  entity: Entity,
  items: SetItem[],
  { decidedBy, emailedIds }: Pick<SetRelease, 'decidedBy' | 'emailedIds'>,
): Promise<void> {
  for (const { recordId, base, reason } of items) {
    if (recordId === null) continue;
    const rejected = { kind: 'record' as const, entity, id: recordId, ...codeAndNameOf(entity, base.fields) };
    const authors = await readContributorIds(trx, entity.key, recordId);
    const details = { by: decidedBy, reason: reason ?? undefined };
    await reportRejection(trx, rejected, details, authors, items.length > 1 ? emailedIds : undefined);
  }
}

/** Adds to the contributors of records those who contributed to unapproved values that items have brought back. */
async function addContributorsOfRestored(
  trx: Transaction,
  entity: Entity,
  results: ItemResult<SetItem>[],
): Promise<void> {
  for (const { item, recordId } of results)
    if (recordId !== undefined) await addContributors(trx, entity.key, [recordId], item.contributorIds);
}

async function evaluate(db: Transaction, entity: Entity, items: SetItem[]): Promise<Evaluation<SetItem, SetChange>> {
  const records = await lockRecordsInBatches(
    db,
    entity,
    items.flatMap(({ recordId }) => recordId ?? []),
  );
  const revivals = items.filter(revivesRecord);
  const deletions = await readDeletions(
    db,
    entity.key,
    revivals.flatMap(({ recordId }) => recordId ?? []),
  );
  const rewrittenIds = await findRewrittenIds(
    db,
    entity,
    items.filter(({ event }) => isDecision(event)),
  );
  const evaluation: Evaluation<SetItem, SetChange> = { changes: [], invalid: [], refused: [] };
  for (const item of items) {
    const current = item.recordId === null ? undefined : records.get(item.recordId);
    const deletion = current ? undefined : deletions.get(item.recordId ?? 0);
    const { conflicts, ...change } = evaluateItem(entity, item, current, deletion);
    const { seenVersion } = change;
    if (conflicts.length === 0 && rewrittenIds.has(item.id)) conflicts.push(wholeItemProblem('changedSince'));
    if (conflicts.length > 0) evaluation.invalid.push({ item, current, seenVersion, problems: conflicts });
    else evaluation.changes.push(change);
  }
  return evaluation;
}

/**
 * Finds the items whose records people have written to since, even if the values are the same again, as of one that was rejected and
 * resubmitted. What sets have written does not count, as items may be based on it.
 */
async function findRewrittenIds(db: Database, { key: entity }: Entity, items: SetItem[]): Promise<Set<number>> {
  if (items.length === 0) return new Set();
  const sql = `SELECT record_id, MAX(version) AS version FROM data_log
    WHERE entity = ? AND record_id IN (?) AND change_set_id IS NULL AND action <> 'reference' GROUP BY record_id`;
  const recordIds = items.map(({ recordId }) => recordId);
  const rows = await executeUnprepared<{ record_id: number; version: number }[]>(db, sql, [entity, recordIds]);
  const lastVersions = new Map(rows.map(({ record_id, version }) => [record_id, version]));
  const isRewritten = ({ recordId, baseVersion }: SetItem) => (lastVersions.get(recordId ?? 0) ?? 0) > baseVersion;
  return new Set(items.filter(isRewritten).map(({ id }) => id));
}

/** Finds what an item changes in its record, or the conflicts that prevent it; `deletion` is the last state of a record that does not exist. */
export function evaluateItem(
  entity: Entity,
  item: SetItem,
  current: StoredRecord | undefined,
  deletion: Deletion | undefined,
): SetChange & { conflicts: ItemProblem[] } {
  const revived =
    revivesRecord(item) && !current && deletion?.version === item.baseVersion && item.recordId !== null
      ? { ...deletion.before, id: item.recordId, version: deletion.version, status: 'pending' as const }
      : undefined;
  const { values, conflicts } =
    revived && item.after ? { values: item.after, conflicts: [] } : mergeItem(entity, item, current);
  const seenVersion = current?.record.version ?? null;
  const isRestoration = item.action === 'restore';
  return { item, current, seenVersion, values, transition: transitionOf(item), isRestoration, revived, conflicts };
}

/** Applies an item's change to the record as it is now. A field that somebody has changed to something else is a conflict. */
function mergeItem(
  entity: Entity,
  { recordId, action, event, base: storedBase, baseStatus, after: storedAfter }: SetItem,
  current: StoredRecord | undefined,
): { values: ResolvedValues | undefined; conflicts: ItemProblem[] } {
  if (recordId === null) return { values: storedAfter ?? undefined, conflicts: [] };
  // an item without base fields brings back a deleted record, so none may exist
  const canMerge = current && Object.keys(storedBase.fields).length > 0;
  if (!canMerge)
    return { values: undefined, conflicts: [wholeItemProblem(current ? 'changedSince' : 'recordDeleted')] };
  const live = { fields: fieldsOf(entity, current.record), refs: current.refs };
  const [base, after] = alignCodes(entity, [storedBase, storedAfter ?? storedBase], live);
  // a transition changes no field
  if (!storedAfter) {
    if (action !== 'delete')
      return { values: live, conflicts: isDecision(event) ? findDifferences(entity, base, live) : [] };
    const conflicts = findDifferences(entity, base, live);
    if (baseStatus !== null && baseStatus !== current.record.status)
      conflicts.push({ pointer: '/status', rule: 'changedSince' });
    return { values: undefined, conflicts };
  }
  const merged = mergeRecord(entity, { base: base.fields, after: after.fields, current: live.fields });
  const conflicts = merged.conflicts.map((pointer): ItemProblem => ({ pointer, rule: 'changedSince' }));
  const refs: Refs = {};
  for (const { pointer } of collectReferences(entity, merged.fields)) {
    const name = pointer.split('/')[1] ?? '';
    // an unchanged code may mean another record, as codes change hands within the set
    const changesCode = JSON.stringify(base.fields[name]) !== JSON.stringify(after.fields[name]);
    const changesId = base.refs[pointer] !== after.refs[pointer];
    const id = (changesCode || changesId ? after.refs : current.refs)[pointer];
    if (id !== undefined) refs[pointer] = id;
    const isRepointedOtherwise = ![base.refs[pointer], after.refs[pointer]].includes(current.refs[pointer]);
    if (changesId && !changesCode && isRepointedOtherwise)
      conflicts.push({ pointer: `/${name}`, rule: 'changedSince' });
  }
  const values = { fields: merged.fields, refs };
  // whoever decides on a record has seen all of it
  if (isDecision(event)) conflicts.push(...findDifferences(entity, after, values));
  return { values, conflicts };
}

/** Whether an event decides on a record as it is. */
const isDecision = (event: SetItem['event']): boolean => event !== null && transitions[event].secondPerson === true;

/** Finds the fields in which a record is, or would be, not what was reviewed. */
function findDifferences(entity: Entity, reviewed: ResolvedValues, actual: ResolvedValues): ItemProblem[] {
  const repointed = collectReferences(entity, actual.fields).filter(
    ({ pointer }) => reviewed.refs[pointer] !== actual.refs[pointer],
  );
  const pointers = [...changedPointers(reviewed.fields, actual.fields), ...repointed.map(({ pointer }) => pointer)];
  return [...new Set(pointers)].map((pointer) => ({ pointer, rule: 'changedSince' }));
}

/** Copies the values of an item so that the same code means the same record in all of them, as records may have been renamed since. */
function alignCodes(
  entity: Entity,
  [base, after]: [ResolvedValues, ResolvedValues],
  live: ResolvedValues,
): [ResolvedValues, ResolvedValues] {
  const keyOf = (pointer: string, id: number) => `${referencedEntityKey(entity, pointer)} ${id}`;
  const codes = new Map<string, unknown>();
  for (const { fields, refs } of [base, after, live])
    for (const [pointer, id] of Object.entries(refs)) codes.set(keyOf(pointer, id), readAt(fields, pointer));
  const align = ({ fields, refs }: ResolvedValues): ResolvedValues => {
    const aligned = { fields: structuredClone(fields), refs };
    for (const [pointer, id] of Object.entries(refs)) writeAt(aligned.fields, pointer, codes.get(keyOf(pointer, id)));
    return aligned;
  };
  return [align(base), align(after)];
}

const transitionOf = ({ event, reason }: SetItem): SetChange['transition'] =>
  event ? { event, status: transitions[event].to, ...(reason !== null && { reason }) } : undefined;

export const problemOfEvent = ({ current, transition }: SetChange): ItemProblem | undefined =>
  current && transition && !transitions[transition.event].from.includes(current.record.status)
    ? wholeItemProblem('changedSince')
    : undefined;

/** Whether a change writes more than a status: a mere transition does not even write codes that other items have changed. */
export const writesValues = ({ item, transition }: SetChange): boolean => !transition || item.after !== null;

/** Finds the fields that an approved record must have. */
function findMissing(entity: Entity, { item, current, values, transition, revived }: SetChange): FieldProblem[] {
  const status = transition?.status ?? current?.record.status ?? revived?.status ?? item.become;
  if (!values || !hasBeenApproved({ status })) return [];
  return findMissingForApproval(entity, values.fields).map((pointer) => ({ pointer, rule: 'requiredToApprove' }));
}

/** Creates a function that reads the ids of references as they are at the end of a set: −7 is the record that the item 7 creates. */
export function createIdReader(changes: CodeChange[], readIds: IdReader): IdReader {
  return async (db, paths) => {
    const ids = await readIds(db, paths);
    const givenUp = new Set(changes.map(({ entity, recordId }) => `${entity} ${recordId}`));
    for (const [key, id] of ids) if (givenUp.has(`${key.slice(0, key.indexOf(' '))} ${id}`)) ids.delete(key);
    for (const { id, entity, recordId, code } of changes)
      if (code !== null) ids.set(`${entity} ${code}`, recordId ?? -id);
    return ids;
  };
}

export type IdReader = (
  db: Database,
  paths: { pointer: string; entityKey: SetItem['entity']; code: string }[],
) => Promise<Map<string, number>>;
