import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { workIn, workingSet } from '#crud/change-set/working-set.ts';
import { entityUi, recordLink } from '#crud/define-entity.ts';
import { openForm } from '#crud/form/definition/form-navigation.ts';
import { notify } from '#crud/notify.ts';
import { useRecordNameUpdates } from '#crud/text/record-name-cache.ts';
import { labelIn, valueText } from '#crud/text/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { IconButton } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';
import { Code } from '#kit/display/code.tsx';
import { type DotTone, StatusMark } from '#kit/display/status-mark.tsx';
import { useSession } from '#session/use-session.ts';
import { type ChangeSet, type ChangeSetItem, identityOf, permissionsForItem, shortTitle } from '../change-set.ts';
import { Arrow, ItemDifference } from './item-difference.tsx';
import { faultText, nameOf, referencesOf } from './item-faults.ts';

const actionTones: Record<ChangeSetItem['action'], DotTone> = {
  create: 'active',
  update: 'info',
  delete: 'bad',
  restore: 'approved',
  transition: 'inactive',
};

/** Names what an item will do to its record, or has done, and whether that is taken back. */
function actionText(item: ChangeSetItem, t: ReturnType<typeof useTexts>['t']): string {
  const { action, event, outcome } = item;
  const isDone = outcome !== null;
  const parts = [
    action !== 'transition' && t(isDone ? `changeSets.acted.${action}` : `changeSets.act.${action}`),
    event && (isDone ? capitalize(t(`act.${event}`)) : t(`event.${event}`)),
  ];
  const text = parts.filter(Boolean).join(t('common.separator'));
  return outcome === 'reverted' ? t('changeSets.actedReverted', { act: text }) : text;
}

/** Names the status that a new record gets or has got; nothing where it has none, as it was never created or is deleted again. */
function becomeText(item: ChangeSetItem, set: ChangeSet, t: ReturnType<typeof useTexts>['t']): string | undefined {
  const { become, outcome } = item;
  if (!become || outcome === 'reverted' || set.status === 'withdrawn') return undefined;
  return t(outcome === null ? `changeSets.become.${become}` : `status.${become}`);
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

interface Props {
  set: ChangeSet;
  item: ChangeSetItem;
  /** The items of the set that create records, by `referenceKey`. */
  created: ReadonlyMap<string, ChangeSetItem>;
  /** Edits the record that the item creates. */
  onEdit: () => void;
  onRemove: () => void;
}

/** What a set does with a record, and why it cannot. */
export function ChangeSetItemRow({ set, item, created, onEdit, onRemove }: Props) {
  const { t, language } = useTexts();
  const { denialReason } = useSession();
  const { entity, action, recordId, outcome } = item;
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
          ? t('changeSets.switched', { title: shortTitle(set.title), before: shortTitle(before.title) })
          : t('changeSets.entered', { title: shortTitle(set.title) }),
      );
    openForm(navigate, ui, recordId);
  }
  const become = becomeText(item, set, t);
  // a record that is not created yet, or is deleted, has no page
  const isDeleted =
    (action === 'delete' && outcome !== null && outcome !== 'reverted') ||
    (action === 'create' && outcome === 'reverted');
  const isLinked = recordId !== null && !isDeleted;
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
            <StatusMark status={actionTones[action]} label={actionText(item, t)} />
            {become && (
              <span className="text-ink-3">
                {' · '}
                {become}
              </span>
            )}
          </p>
        </div>
      </div>
      <div className="min-w-0 @max-2xl:col-span-2 @max-2xl:row-start-2">
        {item.reason && (
          <p className="py-1 wrap-anywhere text-ink-2">{t('changeSets.reason', { reason: item.reason })}</p>
        )}
        <ItemDifference item={item} reverts={set.revertsId !== undefined} />
        <NewReferences item={item} created={created} />
        <Overwrites item={item} />
        {set.status === 'submitted' && <Stays item={item} />}
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

/** To which records the item refers that do not exist yet, as the set creates them. */
function NewReferences({ item, created }: Pick<Props, 'item' | 'created'>) {
  const { t, language } = useTexts();
  const referenced = [...referencesOf(item)].flatMap((key) => created.get(key) ?? []);
  if (referenced.length === 0) return null;
  const names = referenced.map((each) => nameOf(each, language)).join(t('common.separator'));
  return (
    <p className="flex items-start gap-1.5 py-1 text-xs text-info-ink">
      <Icon name="layers" size={14} className="mt-px flex-none" />
      <span className="min-w-0 wrap-anywhere">{t('changeSets.newInSet', { names })}</span>
    </p>
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

/** What the approval of a revert would by now leave as it is, and why. */
function Stays({ item: { entity, stays = [] } }: { item: ChangeSetItem }) {
  const { t } = useTexts();
  return (
    <Faults tone="warn" faults={stays} textOf={(each) => t('changeSets.stays', { why: faultText(entity, each) })} />
  );
}

/** Why the item could not be written, with the name of the field if a single one is at fault, and its value where somebody has changed that. */
const Problems = ({ item }: { item: ChangeSetItem }) => (
  <Faults
    tone="bad"
    faults={item.problems}
    textOf={(each) => (
      <>
        {faultText(item.entity, each)}
        <LiveValue item={item} fault={each} />
      </>
    )}
  />
);

function LiveValue({ item: { entity, changedSince = [] }, fault }: { item: ChangeSetItem; fault: Fault }) {
  const { t } = useTexts();
  useRecordNameUpdates();
  const schema = entityUi(entity)?.schema;
  const change = changedSince.find(({ pointer }) => `/values${pointer}` === fault.pointer);
  if (!schema || !change) return null;
  const value = valueText(schema, change.pointer, change.live) || t('history.empty');
  return <span className="block text-ink-2">{t('changeSets.liveNow', { value })}</span>;
}

type Fault = ChangeSetItem['problems'][number];

interface FaultsProps {
  tone: 'warn' | 'bad';
  faults: readonly Fault[];
  textOf: (fault: Fault) => ReactNode;
}

function Faults({ tone, faults, textOf }: FaultsProps) {
  if (faults.length === 0) return null;
  return (
    <ul className={cx('flex flex-col gap-0.5 py-1 text-xs', tone === 'warn' ? 'text-warn-ink' : 'text-bad-ink')}>
      {faults.map((fault) => (
        <li key={fault.pointer + fault.rule} className="flex items-start gap-1.5">
          <Icon name={tone === 'warn' ? 'warning' : 'error'} size={14} className="mt-px flex-none" />
          <span className="min-w-0 wrap-anywhere">{textOf(fault)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Shows the first item that cannot be written, and gives it the focus. */
export function focusFirstUnsound(): void {
  const item = document.querySelector<HTMLElement>('[data-unsound]');
  item?.scrollIntoView({ block: 'center' });
  item?.focus({ preventScroll: true });
}
