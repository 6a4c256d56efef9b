import type { Schemas } from '#api/metadata.gen.ts';
import { Problem } from '#api/problem.ts';
import { loadInSet } from '#crud/change-set/load-in-set.ts';
import { type WorkingSet, workingSet } from '#crud/change-set/working-set.ts';
import type { EntityUi } from '#crud/define-entity.ts';
import { conflictingRecord } from '#crud/form/state/conflicts.ts';
import {
  type LoadedRecord,
  NO_PROPOSAL,
  NO_VALUE_CHANGES,
  type OwnProposal,
  type RecordData,
  type SaveResult,
  type ValueChange,
} from '#crud/form/state/form-context.ts';
import { changedPointers, findCodeChanges } from '#crud/form/state/merge.ts';
import type { FormAdapter } from '#crud/form/state/use-form-machine.ts';
import { notify } from '#crud/notify.ts';
import { readPointer } from '#crud/pointers.ts';
import { ownOpenProposal, readRecordWithProposals } from '#crud/record/use-record.ts';
import { type Change, type HistoryResponse, type Proposal, resourceClient } from '#crud/resource.ts';
import { codeAndTitle } from '#crud/text/record-names.ts';
import { language, t } from '#i18n/i18n.ts';
import { session } from '#session/session.ts';
import { editableFields } from './form-definition.ts';

const READ_TIMEOUT_MS = 5000;

const loadDatedChange = () => import('#crud/change-set/dated-change.ts');

/** Creates the form adapter of a collection with the contract's common operations. */
export function collectionAdapter(
  collection: Pick<EntityUi, 'resource'>,
  toastAfterSave: FormAdapter['toastAfterSave'],
): FormAdapter {
  const client = resourceClient(collection);
  return {
    load: async (id) => (await client.get(id)).data.record,
    save: async (id, version, body) => {
      const { status, data } = await (id === null ? client.create(body) : client.update(id, version ?? 0, body));
      // the cast: the contract has no other success status for a save
      return { status: status as SaveResult['status'], record: data.record, data };
    },
    toastAfterSave,
  };
}

interface AdapterOptions {
  /** The change set into which the form saves: that in which one works. */
  set?: WorkingSet | null;
  /** The item of the set that creates the record. */
  item?: Schemas['ChangeSetItem'] | undefined;
  /** Opens the set that a save with a date has created. */
  openSet: (id: number) => void;
}

/** Creates the form adapter of an entity. */
export function recordAdapter(entity: EntityUi, { set = workingSet(), item, openSet }: AdapterOptions): FormAdapter {
  const adapter = liveAdapter(entity, openSet);
  if (!set || set.showsLive) return adapter;
  const loading = loadInSet().then(({ itemAdapter }) => itemAdapter(entity, set, adapter.load, item));
  // whoever loads or saves reports the failure
  loading.catch(() => undefined);
  return {
    load: async (...parameters) => (await loading).load(...parameters),
    save: async (...parameters) => (await loading).save(...parameters),
    toastAfterSave: (result) => void loading.then(({ toastAfterSave }) => toastAfterSave(result)),
  };
}

/** Creates the form adapter of an entity's live records, whose references may get other codes while the user is editing. */
function liveAdapter(entity: EntityUi, openSet: (id: number) => void): FormAdapter {
  const { load, save, toastAfterSave } = collectionAdapter(entity, ({ status, record, datedSet }) => {
    const name = codeAndTitle(entity.key, record, language());
    if (datedSet) void loadDatedChange().then(({ notifyDated }) => notifyDated(datedSet, name, openSet));
    else if (status === 202) notify.info(t('done.propose', { name }));
    else notify.success(t(status === 201 ? 'done.create' : 'done.update', { name }));
  });
  const client = resourceClient(entity);
  let live: RecordData | undefined;
  return {
    load: async (id, draftVersion) => {
      live = await load(id, draftVersion);
      return addCodeChanges(entity, live, draftVersion);
    },
    save: async (id, version, body, date, proposalVersion) => {
      const target = id === null || version === null ? undefined : { ...(live ?? body), id, version };
      try {
        if (date !== null) return await (await loadDatedChange()).saveFromDate(entity, date, body, target);
        if (!target) return await save(id, version, body, null);
        const { status, data } = await client.update(target.id, target.version, body, proposalVersion);
        // the cast: the contract has no other success status for an update
        return { status: status as 200 | 202, record: data.record, proposalVersion: data.proposal?.version, data };
      } catch (error) {
        if (!(error instanceof Problem) || error.status !== 412 || !target) throw error;
        const current = (await readCurrent(entity, target.id)) ?? conflictingRecord(error);
        if (!current) throw error;
        throw new Problem({
          ...error,
          message: error.message,
          current: await addCodeChanges(entity, current, version),
        });
      }
    },
    toastAfterSave,
  };
}

/** Reads a record with the user's own open proposal, either of which may have changed; undefined if that fails. */
async function readCurrent(entity: EntityUi, id: number): Promise<LoadedRecord | undefined> {
  try {
    const signal = AbortSignal.timeout(READ_TIMEOUT_MS);
    const { record, openProposal } = await readRecordWithProposals(resourceClient(entity), id, signal);
    return { ...record, ownProposal: toOwnProposal(openProposal?.proposal, session.user?.username) };
  } catch {
    return undefined;
  }
}

/** Returns what a form keeps of the open proposal if it is the user's own. */
export function toOwnProposal(openProposal: Proposal | undefined, username: string | undefined): OwnProposal {
  const proposal = ownOpenProposal(openProposal, username);
  if (!proposal) return NO_PROPOSAL;
  const { version, action, time } = proposal;
  return { version, changes: proposedValueChanges(proposal), isDeletion: action === 'delete', time };
}

/** Returns the values that a proposal changes. */
export const proposedValueChanges = ({
  after,
  changes,
}: Pick<Proposal, 'after' | 'changes'>): readonly ValueChange[] =>
  after ? changes.map((pointer) => ({ pointer, value: readPointer(after, pointer) })) : NO_VALUE_CHANGES;

/** Adds the code changes of a record's references since the version that the user's edits are based on. */
async function addCodeChanges(entity: EntityUi, record: RecordData, baseVersion: number | null): Promise<LoadedRecord> {
  if (baseVersion === null || baseVersion >= record.version) return record;
  const changes = await readChangesSince(entity, record, baseVersion);
  // without its history, a changed code is merged or reported as a conflict like any other change
  return changes ? { ...record, codeChanges: toCodeChanges(changes) } : record;
}

/** Loads a record with those who have changed its values since a version, the earliest first. */
export async function loadNewerRecord(entity: EntityUi, id: number, baseVersion: number) {
  const { record } = (await resourceClient(entity).get(id)).data;
  const changes = (await readChangesSince(entity, record, baseVersion)) ?? [];
  const authors = changes.flatMap(({ action, before, after }) => {
    const hasNewValues = before && after && changedPointers(editableFields(before), editableFields(after)).length > 0;
    return hasNewValues && action !== 'reference' ? after.updatedBy : [];
  });
  const loaded: LoadedRecord = { ...record, codeChanges: toCodeChanges(changes) };
  return { loaded, authors: authors.length > 0 ? [...new Set(authors)] : [record.updatedBy] };
}

/** Reads what has been done to a record since a version, the earliest first; undefined if its history cannot be read. */
async function readChangesSince(entity: EntityUi, { id, version: newest }: RecordData, baseVersion: number) {
  const signal = AbortSignal.timeout(READ_TIMEOUT_MS);
  const changes: Change[] = [];
  try {
    let cursor: string | null = null;
    do {
      const { data }: { data: HistoryResponse } = await resourceClient(entity).history(id, cursor, signal);
      changes.push(...data.items);
      cursor = data.nextCursor;
    } while (cursor && changes.every(({ version }) => version > baseVersion));
    return changes.filter(({ version }) => version > baseVersion && version <= newest).reverse();
  } catch {
    return undefined;
  }
}

const toCodeChanges = (changes: readonly Change[]) =>
  changes.flatMap(({ action, before, after }) =>
    action === 'reference' && before && after ? findCodeChanges(editableFields(before), editableFields(after)) : [],
  );
