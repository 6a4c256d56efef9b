import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { EntityKey, Schemas } from '#api/metadata.gen.ts';
import { Problem, toProblem } from '#api/problem.ts';
import type { EntityUi, Values } from '#crud/define-entity.ts';
import { editableFields, toRequestBody } from '#crud/form/definition/form-definition.ts';
import type {
  LoadedRecord,
  RecordData,
  SaveResult,
  StatusOnRelease,
  ValueChange,
} from '#crud/form/state/form-context.ts';
import { isEqual, mergeThreeWay } from '#crud/form/state/merge.ts';
import type { FormAdapter } from '#crud/form/state/use-form-machine.ts';
import { notify } from '#crud/notify.ts';
import { readPointer } from '#crud/pointers.ts';
import { queryClient } from '#crud/read/query-client.ts';
import { FieldChangeTable } from '#crud/record/history/field-change-table.tsx';
import { proposedChanges } from '#crud/record/history/field-changes.ts';
import { resourceClient } from '#crud/resource.ts';
import { codeAndTitle } from '#crud/text/record-names.ts';
import { useAction } from '#crud/use-action.ts';
import { language, t, useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { Note } from '#kit/messages/note.tsx';
import { api } from '#session/session.ts';
import { useSession } from '#session/use-session.ts';
import {
  actText,
  addItem,
  beforeItemsChange,
  type ChangeSetItem,
  changeItem,
  changeSetKey,
  type ItemBody,
  itemText,
  readItems,
  removeItem,
  useWorkingItem,
  writeItem,
} from './set-items.ts';
import { createRenaming } from './set-records.ts';
import { changesUntil, valuesOf } from './upcoming-changes.ts';
import { useWorkingSet, type WorkingSet } from './working-set.ts';

// the form shows why a save has failed
const QUIET = { quiet: true } as const;

/** Reads what other sets do to a record before a set takes effect, the earliest first; nothing for a set without a date. */
async function readEarlierChanges(
  entity: EntityUi,
  setId: number,
  recordId: number,
): Promise<readonly Schemas['UpcomingChange'][]> {
  const { data } = await api.GET('/api/v1/change-sets/{id}', { params: { path: { id: setId } } });
  const { effectiveOn } = data.changeSet;
  if (effectiveOn === null) return [];
  const { upcoming } = (await resourceClient(entity).get(recordId)).data;
  return changesUntil(upcoming, effectiveOn).filter(({ changeSet }) => changeSet.id !== setId);
}

const toBasis = (earlierChanges: readonly Schemas['UpcomingChange'][]): Pick<ItemBody, 'basedOn'> =>
  earlierChanges.length > 0 ? { basedOn: earlierChanges.map(({ item }) => item) } : {};

/** Returns on what a change of a record in the set is based besides the record: the changes that take effect before. */
export const readBasis = async (
  entity: EntityUi,
  setId: number,
  recordId: number,
): Promise<Pick<ItemBody, 'basedOn'>> => toBasis(await readEarlierChanges(entity, setId, recordId));

/**
 * Creates what a form loads and saves while one works in a change set: the live record with what sets before it and the set change, like a
 * proposal of one's own; a save writes an item. `item` is the one that creates the record which the form edits, if it is in the set already.
 */
export function itemAdapter(
  entityUi: EntityUi,
  { id: setId }: WorkingSet,
  load: FormAdapter['load'],
  item?: ChangeSetItem,
): FormAdapter {
  const { key: entity } = entityUi;
  let currentItem = item;
  let live: LoadedRecord | undefined;
  // what the set renames is referred to by its new code
  let withSetCodes = <T,>(values: T): T => values;
  let basis: Pick<ItemBody, 'basedOn'> = {};

  /**
   * Returns the live record, or what the item is based on if somebody has since given other values to fields that the item changes: the
   * form then compares these values.
   */
  function baseOfItem(record: LoadedRecord): LoadedRecord {
    const { before, after, recordVersion } = currentItem ?? {};
    if (basis.basedOn || !before || !after || !recordVersion || recordVersion >= record.version) return record;
    const base = withSetCodes(before);
    const { conflicts } = mergeThreeWay(base, editableFields(record), after);
    return conflicts.length > 0 ? { ...record, ...base, version: recordVersion } : record;
  }

  /** Returns the values that the item gives to fields, without the new codes of records that the set renames. */
  function valuesOfItem(): ValueChange[] {
    const { before, after, changes = [] } = currentItem ?? {};
    if (!after) return [];
    const base = withSetCodes(before);
    return changes
      .map((pointer) => ({ pointer, value: readPointer(after, pointer) }))
      .filter(({ pointer, value }) => !base || !isEqual(readPointer(base, pointer), value));
  }

  function write(
    recordId: number | null,
    version: number | null,
    values: Values,
    become: StatusOnRelease | undefined,
  ): Promise<ChangeSetItem> {
    // one that somebody else has chosen meanwhile stays
    const chosen = become && become !== item?.become ? { become } : {};
    if (currentItem?.action === 'create') return changeItem(setId, currentItem, { values, ...chosen }, QUIET);
    // the author has seen the live record, so the item is no longer held for what others have changed before
    if (currentItem?.action === 'update' && version !== null)
      return changeItem(setId, currentItem, { values, recordVersion: version, ...basis }, QUIET);
    if (recordId === null || version === null)
      return addItem(setId, { entity, action: 'create', values, ...chosen }, QUIET);
    const update = { action: 'update' as const, recordVersion: version, values, ...basis };
    // the form shows the codes that records have at the end of the set
    if (!currentItem) return addItem(setId, { entity, recordId, ...update, finalCodes: true }, QUIET);
    // an update replaces what the item did before, but keeps an event other than a rejection
    const { action, event } = currentItem;
    const keepsEvent = action === 'transition' && event !== null && event !== 'reject';
    return changeItem(setId, currentItem, { ...update, ...(keepsEvent && { event }) }, QUIET);
  }

  /** Returns the conflict with what another contributor has made of the record in the set since the form was opened, or with the live record. */
  async function conflictInSet(recordId: number | null, error: unknown): Promise<unknown> {
    const problem = toProblem(error, language());
    const { message, current: stored } = problem;
    const isOutdated = problem.status === 412 && stored !== undefined;
    if (!(isOutdated || problem.key === 'itemExists')) return error;
    // an item has an action, but a record has not
    if (stored && !('action' in stored))
      return new Problem({ ...problem, message, current: withSetCodes(stored), fields: [] });
    const isOfRecord = (each: ChangeSetItem) => each.entity === entity && each.recordId === recordId;
    const isOfForm = (each: ChangeSetItem) => (recordId === null ? each.id === currentItem?.id : isOfRecord(each));
    const found = (await readItems(setId)).find(isOfForm);
    currentItem = found;
    const base = live ? baseOfItem(live) : found && newRecord(found);
    if (!base) return error;
    const savedBy = found && { updatedBy: found.by, updateTime: found.time, isSavedInSet: true };
    const current: LoadedRecord = { ...base, ...found?.after, ...savedBy };
    return new Problem({ status: 412, code: 412, key: 'versionConflict', message, current });
  }

  /** Converts the refusal by a set that is no longer open, and reads the set again, so that the band shows its status. */
  function toNotOpenProblem({ status, code, key }: Problem): Problem {
    void queryClient.invalidateQueries({ queryKey: changeSetKey(setId), exact: true });
    return new Problem({ status, code, key, message: t('workingSet.notOpen') });
  }

  return {
    load: async (id, draftVersion) => {
      const earlier = readEarlierChanges(entityUi, setId, id);
      // a failure is reported below, where it is awaited
      earlier.catch(() => undefined);
      const loaded = await load(id, draftVersion);
      const items = await readItems(setId);
      currentItem = items.find((each) => each.entity === entity && each.recordId === id);
      withSetCodes = createRenaming(items, entityUi.schema);
      live = withSetCodes(loaded);
      const earlierChanges = await earlier;
      basis = toBasis(earlierChanges);
      return { ...baseOfItem(live), proposedChanges: [...valuesOf(earlierChanges), ...valuesOfItem()] };
    },
    save: async (id, version, values, _date, _proposalVersion, become): Promise<SaveResult> => {
      try {
        await beforeItemsChange(setId);
        currentItem = await write(id, version, values, become);
      } catch (error) {
        // an event that is not for the status of the record is a field of the item
        if (error instanceof Problem && error.key === 'invalidTransition' && error.fields.length === 0)
          throw toNotOpenProblem(error);
        throw withFieldPointers(await conflictInSet(id, error));
      }
      // an item leaves the record as it is, as a proposal does
      return { status: 202, record: live ?? newRecord(currentItem) };
    },
    toastAfterSave: ({ record }) =>
      notify.success(t('workingSet.saved', { name: codeAndTitle(entity, record, language()) })),
  };
}

/** Errors of an item's values point below `/values`, those of a form to its fields. */
function withFieldPointers(error: unknown): unknown {
  if (!(error instanceof Problem) || error.fields.length === 0) return error;
  // what takes effect before the set, and the event of the item, are no fields of the form
  const isBasisChanged = error.fields.some(({ pointer }) => pointer.startsWith('/basedOn'));
  if (isBasisChanged) return new Problem({ ...error, message: t('upcoming.basisChanged'), fields: [] });
  const event = error.fields.find(({ pointer }) => pointer === '/event');
  if (event) return new Problem({ ...error, message: event.message, fields: [] });
  const fields = error.fields.map((field) => ({ ...field, pointer: field.pointer.replace(/^\/values(?=\/|$)/, '') }));
  const { status, code, key, message, traceId, current, references, permission, retryAfter } = error;
  return new Problem({ status, code, key, message, traceId, current, references, permission, retryAfter, fields });
}

/** What stands for the record that an item creates: it has no id before the release. */
const newRecord = ({ version, after }: ChangeSetItem): RecordData => ({ ...after, id: 0, version });

/** Writes an item that needs no form, such as a deletion, and says so; `name` is what a message calls the record. */
export async function submitItem(
  { id }: WorkingSet,
  name: string,
  body: ItemBody & { recordId: number },
): Promise<void> {
  await beforeItemsChange(id);
  await writeItem(id, body);
  notify.success(t('workingSet.saved', { name }));
}

interface UndoButtonProps {
  entity: EntityUi;
  /** The item that deletes the record or changes its status. */
  item: ChangeSetItem;
  /** What a message calls the record. */
  name: string;
}

/** Takes the deletion of a record, or the change of its status, out of the set in which one works. */
export function UndoInSetButton({ entity, item, name }: UndoButtonProps) {
  const { t } = useTexts();
  const { denialReason } = useSession();
  const set = useWorkingSet();
  const { run, busy } = useAction(({ message }, errorKey) => notify.error(message, errorKey));
  const act = item.event ?? 'delete';
  return (
    <Button
      icon="restore"
      busy={busy}
      disabledReason={denialReason(`${entity.key}:${item.event ? 'update' : 'delete'}`)}
      onClick={() => set && void run(() => undo(entity, set, item), t(`changeSets.undone.${act}`, { name }))}
    >
      {t(`changeSets.undo.${act}`)}
    </Button>
  );
}

/** Takes an item out of a set, or only its event where it has values as well. */
async function undo(entity: EntityUi, { id: setId }: WorkingSet, item: ChangeSetItem): Promise<void> {
  const { action, after, recordId, recordVersion } = item;
  if (action !== 'update' || !after || recordId === null || !recordVersion) return removeItem(setId, item);
  await beforeItemsChange(setId);
  const values = toRequestBody(editableFields(after));
  await changeItem(setId, item, { action, recordVersion, values, ...(await readBasis(entity, setId, recordId)) });
}

interface SetItemNoteProps {
  entity: EntityKey;
  id: number;
  className?: string;
}

/** Says in the form of a record that the set deletes or rejects it, which a save replaces. */
export function SetItemNote({ entity, id, className }: SetItemNoteProps) {
  const { t } = useTexts();
  const item = useWorkingItem(entity, id);
  if (!item || (item.action !== 'delete' && item.event !== 'reject')) return null;
  return (
    <div className={className}>
      <Note tone="warn" live>
        {t('workingSet.replacedBySave', { act: actText(item, t) })}
      </Note>
    </div>
  );
}

interface SetItemBlockProps {
  entity: EntityUi;
  record: Values & { id: number };
}

/** What the set in which one works does with a record, on the record's card. */
export function SetItemBlock({ entity, record }: SetItemBlockProps) {
  const { t } = useTexts();
  const headingId = useId();
  const set = useWorkingSet();
  const item = useWorkingItem(entity.key, record.id);
  if (!set || !item) return null;
  return (
    <section aria-labelledby={headingId} className="border-b border-line bg-info-soft px-4 py-3">
      <h2 id={headingId} className="flex items-center gap-2 font-semibold">
        <Icon name="layers" className="text-info-ink" />
        {itemText(item, t)}
        <Link
          to="/change-sets/$id"
          params={{ id: String(set.id) }}
          className={`${linkClass} ml-auto text-xs font-normal`}
        >
          {t('workingSet.open', { id: set.id })}
        </Link>
      </h2>
      {item.after && item.changes.length > 0 && (
        <div className="mt-2">
          <FieldChangeTable
            schema={entity.schema}
            changes={proposedChanges({ changes: item.changes, after: item.after }, record)}
            before={t('proposal.live')}
            after={t('workingSet.inSet')}
          />
        </div>
      )}
    </section>
  );
}
