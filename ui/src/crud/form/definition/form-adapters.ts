import type { Schemas } from '#api/metadata.gen.ts';
import { Problem } from '#api/problem.ts';
import { loadInSet } from '#crud/change-set/load-in-set.ts';
import { type WorkingSet, workingSet } from '#crud/change-set/working-set.ts';
import type { EntityUi } from '#crud/define-entity.ts';
import type { RecordData, SaveResult } from '#crud/form/state/form-context.ts';
import type { FormAdapter } from '#crud/form/state/use-form-machine.ts';
import { notify } from '#crud/notify.ts';
import { resourceClient } from '#crud/resource.ts';
import { codeAndTitle } from '#crud/text/record-names.ts';
import { language, t } from '#i18n/i18n.ts';

const loadDatedChange = () => import('#crud/change-set/dated-change.ts');
const loadNewerRecordCode = () => import('./newer-record.ts');

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
      if (draftVersion === null || draftVersion >= live.version) return live;
      return (await loadNewerRecordCode()).addCodeChanges(entity, live, draftVersion);
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
        throw await (await loadNewerRecordCode()).toConflict(entity, error, target);
      }
    },
    toastAfterSave,
  };
}
