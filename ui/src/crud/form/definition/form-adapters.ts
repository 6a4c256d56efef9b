import type { Schemas } from '#api/metadata.gen.ts';
import { Problem } from '#api/problem.ts';
import { loadInSet } from '#crud/change-set/load-in-set.ts';
import { type WorkingSet, workingSet } from '#crud/change-set/working-set.ts';
import type { EntityUi } from '#crud/define-entity.ts';
import { conflictingRecord } from '#crud/form/state/conflicts.ts';
import type { LoadedRecord, RecordData, SaveResult } from '#crud/form/state/form-context.ts';
import { changedPointers, findCodeChanges } from '#crud/form/state/merge.ts';
import type { FormAdapter } from '#crud/form/state/use-form-machine.ts';
import { notify } from '#crud/notify.ts';
import { type Change, type HistoryResponse, resourceClient } from '#crud/resource.ts';
import { codeAndTitle } from '#crud/text/record-names.ts';
import { language, t } from '#i18n/i18n.ts';
import { editableFields } from './form-definition.ts';

const HISTORY_TIMEOUT_MS = 5000;

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
  let live: RecordData | undefined;
  return {
    load: async (id, draftVersion) => {
      live = await load(id, draftVersion);
      return addCodeChanges(entity, live, draftVersion);
    },
    save: async (id, version, body, date) => {
      const target = id === null || version === null ? undefined : { ...(live ?? body), id, version };
      try {
        if (date === null) return await save(id, version, body, null);
        return await (await loadDatedChange()).saveFromDate(entity, date, body, target);
      } catch (error) {
        const currentRecord = conflictingRecord(error);
        if (!currentRecord || !(error instanceof Problem)) throw error;
        throw new Problem({
          ...error,
          message: error.message,
          current: await addCodeChanges(entity, currentRecord, version),
        });
      }
    },
    toastAfterSave,
  };
}

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
  const signal = AbortSignal.timeout(HISTORY_TIMEOUT_MS);
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
