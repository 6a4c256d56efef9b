import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { enums, transitions } from '#api/metadata.gen.ts';
import { actText, removeItem } from '#crud/change-set/set-items.ts';
import { useWorkingSet, workIn, workingSet } from '#crud/change-set/working-set.ts';
import { entityIcon, entityUi, recordLink } from '#crud/define-entity.ts';
import { openForm } from '#crud/form/definition/form-navigation.ts';
import { notify } from '#crud/notify.ts';
import { readPointer } from '#crud/pointers.ts';
import { LoadFailed } from '#crud/read/load-failed.tsx';
import type { Read } from '#crud/read/use-read.ts';
import { createDifferenceText } from '#crud/record/history/difference.ts';
import { FieldChangeTable } from '#crud/record/history/field-change-table.tsx';
import type { FieldChange } from '#crud/record/history/field-changes.ts';
import { labelIn } from '#crud/text/value-text.ts';
import { useAction } from '#crud/use-action.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { IconButton } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';
import { Code } from '#kit/display/code.tsx';
import { Panel } from '#kit/display/panel.tsx';
import { type DotTone, type Status, StatusMark } from '#kit/display/status-mark.tsx';
import { ConfirmDialog } from '#kit/layers/confirm-dialog.tsx';
import { recoverFocus } from '#kit/layers/recover-focus.ts';
import { createLazyCode, useLazyCode } from '#kit/lazy-code.ts';
import { EmptyState } from '#kit/messages/empty-state.tsx';
import { Note } from '#kit/messages/note.tsx';
import { Skeleton } from '#kit/messages/skeleton.tsx';
import { useSession } from '#session/use-session.ts';
import { type ChangeSet, type ChangeSetItem, identityOf, permissionsForItem } from './change-set.ts';
import { faultText, findDependents, nameOf } from './item-faults.ts';

interface Props {
  set: ChangeSet;
  items: Read<ChangeSetItem[]>;
}

const editorCode = createLazyCode(async () => (await import('./edit-created-item.tsx')).EditCreatedItem);

/** What a set changes, by kind: each record with its old and new values, and why it cannot be written. */
export function ChangeSetItems({ set, items: { data, problem, reload, loading } }: Props) {
  const { t } = useTexts();
  const [removed, setRemoved] = useState<ChangeSetItem>();
  const [edited, setEdited] = useState<ChangeSetItem>();
  const EditCreatedItem = useLazyCode(editorCode, edited !== undefined, () => setEdited(undefined));
  const editedEntity = edited && entityUi(edited.entity);
  const isWorkedIn = useWorkingSet()?.id === set.id;
  const openText = isWorkedIn ? 'changeSets.itemsEmptyWorking' : 'changeSets.itemsEmptyText';
  const emptyText = set.status === 'open' ? openText : 'changeSets.itemsEmptyClosed';
  const groups = enums.Entity.map((entity) => ({
    entity,
    items: (data ?? []).filter((item) => item.entity === entity),
  })).filter(({ items }) => items.length > 0);
  const { body, rememberPosition } = useFocusAfterRemoval(data);
  return (
    <Panel title={t('changeSets.items')} note={data && number(data.length)} flush>
      {problem ? (
        <div className="min-h-60">
          <LoadFailed
            title={t('changeSets.itemsFailed', { problem: problem.message })}
            problem={problem}
            onRetry={reload}
            retrying={loading}
          />
        </div>
      ) : !data ? (
        <div className="flex flex-col gap-3 p-4">
          <Skeleton height={56} className="animate-fade-in-delayed" />
          <Skeleton height={56} className="animate-fade-in-delayed" />
        </div>
      ) : data.length === 0 ? (
        <div className="flex min-h-60">
          <EmptyState title={t('changeSets.itemsEmpty')} text={t(emptyText)} />
        </div>
      ) : (
        <div ref={body}>
          {groups.map(({ entity, items }) => (
            <section key={entity} aria-label={t(`entity.${entity}.many`)} className="border-line not-first:border-t">
              <h3 className="flex h-8 items-center gap-2 border-b border-line bg-sunken px-4 text-xs text-ink-2">
                <Icon name={entityIcon(entity)} size={14} className="text-ink-3" />
                {t(`entity.${entity}.many`)}
                <span className="font-mono text-2xs text-ink-3">{number(items.length)}</span>
              </h3>
              <ul>
                {items.map((item) => (
                  <Item
                    key={item.id}
                    set={set}
                    item={item}
                    onEdit={() => setEdited(item)}
                    onRemove={() => setRemoved(item)}
                  />
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
      <RemoveDialog
        set={set}
        item={removed}
        items={data ?? []}
        onRemove={rememberPosition}
        onClose={() => setRemoved(undefined)}
      />
      {EditCreatedItem && editedEntity && (
        <EditCreatedItem set={set} entity={editedEntity} item={edited} onClose={() => setEdited(undefined)} />
      )}
    </Panel>
  );
}

/** Focuses the item in the place of a removed one, as the button that had the focus is gone, or the heading where none is left. */
function useFocusAfterRemoval(items: readonly ChangeSetItem[] | undefined) {
  const body = useRef<HTMLDivElement>(null);
  const removed = useRef<{ id: number; position: number }>(undefined);
  useEffect(() => {
    if (!removed.current || !items || items.some(({ id }) => id === removed.current?.id)) return;
    const { position } = removed.current;
    removed.current = undefined;
    recoverFocus(() => {
      const shown = body.current?.querySelectorAll<HTMLElement>('[data-change]') ?? [];
      return shown[Math.min(position, shown.length - 1)] ?? document.querySelector<HTMLElement>('h1[tabindex]');
    });
  }, [items]);
  const rememberPosition = ({ id }: ChangeSetItem): void => {
    const shown = [...(body.current?.querySelectorAll<HTMLElement>('[data-change]') ?? [])];
    removed.current = { id, position: shown.findIndex((element) => element.dataset.change === String(id)) };
  };
  return { body, rememberPosition };
}

const actionTones: Record<ChangeSetItem['action'], DotTone> = {
  create: 'active',
  update: 'info',
  delete: 'bad',
  restore: 'approved',
  transition: 'inactive',
};

/** Shows the first item that cannot be written, and gives it the focus. */
export function focusFirstUnsound(): void {
  const item = document.querySelector<HTMLElement>('[data-unsound]');
  item?.scrollIntoView({ block: 'center' });
  item?.focus({ preventScroll: true });
}

/** Names what an item will do to its record, or has done. */
function plannedText(item: ChangeSetItem, t: ReturnType<typeof useTexts>['t']): string {
  const { action, event, outcome } = item;
  if (outcome) return actText(item, t);
  const parts = [action !== 'transition' && t(`changeSets.act.${action}`), event && t(`event.${event}`)];
  return parts.filter(Boolean).join(t('common.separator'));
}

interface ItemProps {
  set: ChangeSet;
  item: ChangeSetItem;
  /** Edits the record that the item creates. */
  onEdit: () => void;
  onRemove: () => void;
}

function Item({ set, item, onEdit, onRemove }: ItemProps) {
  const { t, language } = useTexts();
  const { denialReason } = useSession();
  const { entity, action, become, recordId } = item;
  const { code, title } = identityOf(item, language);
  const newCode = item.after?.code;
  const denial = permissionsForItem(item)
    .map(denialReason)
    .find((reason) => reason !== false);
  const navigate = useNavigate();
  function edit(): void {
    const ui = entityUi(entity);
    if (recordId === null || !ui) return void onEdit();
    const before = workingSet();
    workIn({ id: set.id, title: set.title, showsLive: false });
    if (before?.id !== set.id)
      notify.info(
        before
          ? t('changeSets.switched', { title: set.title, before: before.title })
          : t('changeSets.entered', { title: set.title }),
      );
    openForm(navigate, ui, recordId);
  }
  // a record that the release creates or has deleted has no page
  const isLinked = recordId !== null && !(action === 'delete' && item.outcome === 'released');
  return (
    <li
      data-change={item.id}
      data-unsound={item.problems.length > 0 || undefined}
      tabIndex={-1}
      className="-outline-offset-2 grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1 border-b border-line px-4 py-2 last:border-b-0 hover:bg-hover @2xl:grid-cols-[minmax(13rem,1fr)_minmax(0,2fr)_auto]"
    >
      {/* beside a code that leaves a long name little room, the name moves below it */}
      <div className="flex min-w-0 flex-wrap items-start gap-x-2 py-1">
        {code !== null && <Code>{code}</Code>}
        {code !== null && typeof newCode === 'string' && newCode !== code && (
          <span className="flex items-center gap-x-2">
            <Arrow />
            <Code>{newCode}</Code>
          </span>
        )}
        <div className="min-w-[min(100%,10rem)] flex-1">
          {isLinked ? (
            <Link {...recordLink(entity, recordId)} className="font-medium wrap-anywhere hover:underline">
              <bdi>{title}</bdi>
            </Link>
          ) : (
            <bdi className="font-medium wrap-anywhere">{title}</bdi>
          )}
          <p className="text-xs text-ink-2">
            <StatusMark status={actionTones[action]} label={plannedText(item, t)} />
            {become && <span className="text-ink-3"> · {t(`changeSets.become.${become}`)}</span>}
          </p>
        </div>
      </div>
      <div className="min-w-0 @max-2xl:col-span-2 @max-2xl:row-start-2">
        {item.reason && (
          <p className="py-1 wrap-anywhere text-ink-2">{t('changeSets.reason', { reason: item.reason })}</p>
        )}
        <Difference item={item} reverts={set.revertsId !== undefined} />
        <Overwrites item={item} />
        {item.replaces && (
          <p className="flex items-start gap-1.5 py-1 text-xs text-warn-ink">
            <Icon name="warning" size={14} className="mt-px flex-none" />
            {t('changeSets.replaces', { by: item.replaces.by })}
          </p>
        )}
        <Problems item={item} />
        {item.outcome === 'kept' && (
          <p className="flex items-center gap-1.5 py-1 text-xs text-warn-ink">
            <Icon name="warning" size={14} />
            {t('changeSets.kept')}
          </p>
        )}
      </div>
      <span
        className={cx(
          'flex justify-end gap-1 @max-2xl:col-start-2 @max-2xl:row-start-1',
          // as wide as two buttons, so that the fields of all items are aligned
          set.status === 'open' && 'min-w-15',
        )}
      >
        {set.status === 'open' && (
          <>
            {(action === 'create' || action === 'update') && (
              <IconButton icon="edit" aria-label={t('changeSets.editItem')} disabledReason={denial} onClick={edit} />
            )}
            <IconButton
              icon="trash"
              aria-label={t('changeSets.removeItem')}
              disabledReason={denial}
              onClick={onRemove}
            />
          </>
        )}
      </span>
    </li>
  );
}

const Arrow = () => (
  <span aria-hidden className="text-ink-3">
    →
  </span>
);

function Difference({ item, reverts }: { item: ChangeSetItem; reverts: boolean }) {
  const { t } = useTexts();
  const { entity, action, before, after, changes } = item;
  const schema = entityUi(entity)?.schema;
  if (action === 'delete') return <p className="py-1 text-bad-ink">{t('changeSets.deletes')}</p>;
  const status = statusesOf(item);
  if (!schema || !after) return status && <StatusChange {...status} />;
  const fieldChanges = changes
    .filter((pointer) => pointer !== '/status')
    .map((pointer) => ({
      pointer,
      before: before ? readPointer(before, pointer) : undefined,
      after: readPointer(after, pointer),
    }));
  // empty fields of a new record are not worth a line
  const shown = before ? fieldChanges : fieldChanges.filter((change) => !isEmpty(change.after));
  if (shown.length === 0 && status) return <StatusChange {...status} />;
  if (shown.length === 0) {
    const restores = reverts ? 'changeSets.revert.unchanged' : 'changeSets.restores';
    return <p className="py-1 text-ink-3">{t(action === 'restore' ? restores : 'changeSets.unchanged')}</p>;
  }
  return (
    <>
      <FieldChangeTable
        schema={schema}
        changes={shown}
        before={before ? t('history.before') : undefined}
        after={t('history.after')}
        hidesHeadings
        difference={before ? withoutWords(createDifferenceText(schema, fieldChanges, before, after)) : undefined}
      />
      {status && <StatusChange {...status} />}
    </>
  );
}

interface Statuses {
  /** Undefined where it is not known. */
  from: Status | undefined;
  to: Status;
}

/** Returns the statuses between which an item moves its record; undefined where it does not. */
function statusesOf({ event, before, after }: ChangeSetItem): Statuses | undefined {
  if (event) {
    const { from, to } = transitions[event];
    return { from: from.length === 1 ? from[0] : undefined, to };
  }
  const status = (values: ChangeSetItem['after']) => enums.Status.find((each) => each === values?.status);
  const [from, to] = [status(before), status(after)];
  return to && from !== to ? { from, to } : undefined;
}

function StatusChange({ from, to }: Statuses) {
  const { t } = useTexts();
  return (
    <div className="@container">
      <p className="flex flex-wrap items-center gap-x-2 py-1.5 text-xs @2xl:text-sm">
        <span className="w-16 text-ink-3 @xs:w-22 @2xl:w-34">{t('field.status')}</span>
        {from && <del>{t(`status.${from}`)}</del>}
        <Arrow />
        <StatusMark status={to} label={t(`status.${to}`)} />
      </p>
    </div>
  );
}

/** Which of the fields somebody has changed since the release that the set takes back. */
function Overwrites({ item: { entity, overwrites } }: { item: ChangeSetItem }) {
  const { t } = useTexts();
  const schema = entityUi(entity)?.schema;
  if (!overwrites || !schema) return null;
  const fields = overwrites.map((pointer) => labelIn(schema, pointer)).join(t('common.separator'));
  return (
    <p className="flex items-start gap-1.5 py-1 text-xs text-warn-ink">
      <Icon name="warning" size={14} className="mt-px flex-none" />
      {t('changeSets.overwrites', { fields })}
    </p>
  );
}

/** Leaves out by how many words names differ: names are most of what a set changes, and speak for themselves. */
const withoutWords =
  (difference: (change: FieldChange) => string) =>
  (change: FieldChange): string =>
    /^\/(name|locales)\b/.test(change.pointer) ? '' : difference(change);

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0);

/** Why the item could not be written, with the name of the field if a single one is at fault. */
function Problems({ item: { entity, problems } }: { item: ChangeSetItem }) {
  if (problems.length === 0) return null;
  return (
    <ul className="flex flex-col gap-0.5 py-1 text-xs text-bad-ink">
      {problems.map((problem) => (
        <li key={problem.pointer + problem.rule} className="flex items-start gap-1.5">
          <Icon name="error" size={14} className="mt-px flex-none" />
          <span className="min-w-0 wrap-anywhere">{faultText(entity, problem)}</span>
        </li>
      ))}
    </ul>
  );
}

interface RemoveDialogProps {
  set: ChangeSet;
  item: ChangeSetItem | undefined;
  /** The items of the set, among which others may refer to what the item writes. */
  items: readonly ChangeSetItem[];
  /** Called just before the item is removed. */
  onRemove: (item: ChangeSetItem) => void;
  onClose: () => void;
}

const MAX_NAMED_DEPENDENTS = 5;

function RemoveDialog({ set, item, items, onRemove, onClose }: RemoveDialogProps) {
  const { t, language } = useTexts();
  const { run, busy, problem, clearProblem } = useAction(undefined, item?.id);
  const name = item ? nameOf(item, language) : '';
  const dependents = item ? findDependents(item, items) : [];
  const close = () => {
    clearProblem();
    onClose();
  };
  async function remove(removedItem: ChangeSetItem): Promise<void> {
    onRemove(removedItem);
    if (await run(() => removeItem(set.id, removedItem), t('changeSets.removed', { name }))) close();
  }
  return (
    <ConfirmDialog
      open={item !== undefined}
      onClose={close}
      title={t('changeSets.removeTitle', { name })}
      description={t(item?.action === 'create' ? 'changeSets.removeCreationText' : 'changeSets.removeText')}
      confirmLabel={t('changeSets.removeItem')}
      cancelLabel={t('common.cancel')}
      destructive
      busy={busy}
      error={problem?.message}
      onConfirm={() => item && void remove(item)}
    >
      {dependents.length > 0 && (
        <Note tone="warn">
          {t('changeSets.dependents', { count: dependents.length, n: number(dependents.length) })}
          <ul>
            {dependents.slice(0, MAX_NAMED_DEPENDENTS).map((each) => (
              <li key={each.id} className="wrap-anywhere">
                <bdi>{nameOf(each, language)}</bdi> · {t(`entity.${each.entity}.one`)}
              </li>
            ))}
            {dependents.length > MAX_NAMED_DEPENDENTS && (
              <li>{t('changeSets.calendar.more', { n: number(dependents.length - MAX_NAMED_DEPENDENTS) })}</li>
            )}
          </ul>
        </Note>
      )}
    </ConfirmDialog>
  );
}
