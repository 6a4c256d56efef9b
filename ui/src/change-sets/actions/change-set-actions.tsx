import { useEffect, useRef, useState } from 'react';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { LinkButton } from '#kit/buttons/link-button.tsx';
import { StatusMark } from '#kit/display/status-mark.tsx';
import { ProgressBar } from '#kit/messages/progress-line.tsx';
import { approvalOf, type ChangeSet, type ChangeSetItem, isOverdue, itemCount, willBeHeld } from '../change-set.ts';
import { ChangeSetDialog } from '../change-set-dialog.tsx';
import { focusFirstUnsound } from '../items/change-set-item.tsx';
import { SetEventButtons, useSetEventButtons } from './set-event-buttons.tsx';

interface Props {
  set: ChangeSet;
  items: readonly ChangeSetItem[] | undefined;
  /** Opens the set that takes this one back once it is approved. */
  onRevert: (id: number) => void;
}

/** The footer: whether the items can be written, and the events of the set's status. */
export function ChangeSetActions({ set, items, onRevert }: Props) {
  const { t } = useTexts();
  const buttons = useSetEventButtons(set, { items, onRevert });
  const [isEditing, setIsEditing] = useState(false);
  useFocusOnRefusal(buttons.isOfItems, items);
  const footer = useRef<HTMLElement>(null);
  const hadFocus = useRef(false);
  // the buttons of one status disappear with it, and with them the focus
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the buttons have changed
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) footer.current?.focus();
  }, [set.status]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: watches the focus of the buttons within
    <footer
      ref={footer}
      tabIndex={-1}
      onFocus={() => {
        hadFocus.current = true;
      }}
      onBlur={({ relatedTarget }) => {
        hadFocus.current = relatedTarget === null;
      }}
      className="flex min-h-14 flex-none flex-wrap items-center justify-end gap-2 border-t border-line-strong bg-panel px-page py-2 outline-none"
    >
      {/* a long hint wraps rather than the buttons do */}
      <div
        className="flex min-w-0 flex-1 basis-48 flex-wrap items-center gap-x-2 text-xs text-ink-2"
        aria-live="polite"
      >
        {set.task ? (
          <TaskState task={set.task} />
        ) : (
          <>
            {!buttons.problem && <Soundness set={set} />}
            {buttons.problem ? (
              <StatusMark status="bad" label={buttons.problem} className="text-bad-ink" />
            ) : (
              <span className="text-ink-3">{t(`changeSets.hint.${hintOf(set)}`)}</span>
            )}
            {buttons.problem && buttons.isOfDate && (
              <LinkButton onClick={() => setIsEditing(true)}>{t('changeSets.changeDate')}</LinkButton>
            )}
          </>
        )}
      </div>
      <div className="flex flex-wrap justify-end gap-2 max-sm:w-full max-sm:*:grow">
        <SetEventButtons buttons={buttons} />
      </div>
      {isEditing && <ChangeSetDialog changeSet={set} onClose={() => setIsEditing(false)} />}
    </footer>
  );
}

/** Shows the first item that has refused an event, once the items are read again. */
function useFocusOnRefusal(isRefused: boolean, items: readonly ChangeSetItem[] | undefined): void {
  const firstId = items?.find(({ problems }) => problems.length > 0)?.id;
  useEffect(() => {
    if (isRefused && firstId !== undefined) focusFirstUnsound();
  }, [isRefused, firstId]);
}

/** What is to be known of a set in its status. */
function hintOf(set: ChangeSet) {
  const { status, revertId, revertsId } = set;
  if (revertId !== undefined && status === 'released') return 'revertWaits';
  if (status === 'scheduled' && isOverdue(set)) return 'scheduledDue';
  if (willBeHeld(set)) return 'scheduledUnsound';
  const waits = status === 'open' || status === 'submitted';
  if (waits && approvalOf(set) === 'schedule') return `${status}Dated` as const;
  if (revertsId === undefined) return status;
  return status === 'submitted' || status === 'rejected' || status === 'released'
    ? (`${status}Revert` as const)
    : status;
}

/** How far the task is that submits, releases or reverts a large set. */
function TaskState({ task: { progress, total } }: { task: NonNullable<ChangeSet['task']> }) {
  const { t } = useTexts();
  return (
    <>
      <span className="w-32">
        <ProgressBar value={progress} max={total} aria-label={t('changeSets.life')} />
      </span>
      <span className="text-ink-3 tabular-nums">
        {t('changeSets.task', { done: number(progress), total: number(total) })}
      </span>
    </>
  );
}

/** How many items could not be written when that was last tried, with a way to the first, or why a task could not write them. */
function Soundness({ set }: { set: ChangeSet }) {
  const { t } = useTexts();
  const { unsound, status, refusal } = set;
  const n = itemCount(set);
  if (n === 0) return null;
  const isReleased = status === 'released' || status === 'reverted';
  if (unsound > 0) {
    const counts = { count: unsound, n: number(unsound) };
    const label = t(isReleased ? 'changeSets.unsoundReverted' : 'changeSets.unsound', counts);
    return (
      <LinkButton onClick={focusFirstUnsound} className="text-bad-ink">
        <StatusMark status="bad" label={label} />
      </LinkButton>
    );
  }
  if (refusal) return <StatusMark status="bad" label={refusal.message} />;
  const counts = { count: n, n: number(n) };
  if (status === 'submitted' || status === 'scheduled')
    return <StatusMark status="ok" label={t('changeSets.sound', counts)} />;
  if (status === 'released') return <StatusMark status="ok" label={t('changeSets.written', counts)} />;
  // the items are tried when the set is submitted
  if (status === 'open') return <StatusMark status="idle" label={t('changeSets.untried', counts)} />;
  return null;
}
