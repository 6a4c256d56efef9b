import { useEffect, useRef } from 'react';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { LinkButton } from '#kit/buttons/link-button.tsx';
import { StatusMark } from '#kit/display/status-mark.tsx';
import { ProgressBar } from '#kit/messages/progress-line.tsx';
import { approvalOf, type ChangeSet, type ChangeSetItem, itemCount, willBeHeld } from '../change-set.ts';
import { focusFirstUnsound } from '../change-set-items.tsx';
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
  const buttons = useSetEventButtons(set, onRevert);
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
      <div className="mr-auto flex min-w-0 flex-wrap items-center gap-x-2 text-xs text-ink-2" aria-live="polite">
        {set.task ? (
          <TaskState task={set.task} />
        ) : (
          <>
            <Soundness set={set} />
            <span className="text-ink-3">{buttons.problem ?? t(`changeSets.hint.${hintOf(set)}`)}</span>
          </>
        )}
      </div>
      <SetEventButtons buttons={buttons} items={items} />
    </footer>
  );
}

/** What is to be known of a set in its status. */
function hintOf(set: ChangeSet) {
  const { status, revertId, revertsId } = set;
  if (revertId !== undefined) return 'revertWaits';
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
  if (n === 0 || status === 'withdrawn') return null;
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
  return <StatusMark status="ok" label={t('changeSets.sound', { count: n, n: number(n) })} />;
}
