import { useState } from 'react';
import { useReasonField } from '#crud/reason-field.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { StatusMark } from '#kit/display/status-mark.tsx';
import { ConfirmDialog } from '#kit/layers/confirm-dialog.tsx';
import { ProgressBar } from '#kit/messages/progress-line.tsx';
import {
  approvalOf,
  type ChangeSet,
  type ChangeSetItem,
  dateText,
  eventsOf,
  itemCount,
  type SetEvent,
} from './change-set.ts';
import { RevertDialog } from './revert-dialog.tsx';
import { useEventDenial, useSetEvents } from './use-change-set.ts';

interface Props {
  set: ChangeSet;
  items: readonly ChangeSetItem[] | undefined;
  /** Opens the set that takes this one back once it is approved. */
  onRevert: (id: number) => void;
}

type QuestionedEvent = 'approve' | 'reject' | 'withdraw' | 'revert';

const isQuestioned = (event: SetEvent): event is QuestionedEvent =>
  event !== 'submit' && event !== 'reopen' && event !== 'retry';
const isDestructive = (event: SetEvent) => event === 'withdraw' || event === 'revert';

/** The footer: whether the items can be written, and the events of the set's status. */
export function ChangeSetActions({ set, items, onRevert }: Props) {
  const { t } = useTexts();
  const [pending, setPending] = useState<QuestionedEvent>();
  const [lastPending, setLastPending] = useState<QuestionedEvent>('approve');
  const denialOf = useEventDenial(set, items);
  const reason = useReasonField();
  const { trigger, busy, problem, clearProblem, isShown } = useSetEvents(set, pending, onRevert);
  const events = eventsOf(set);
  const close = () => {
    clearProblem();
    setPending(undefined);
  };
  function start(event: SetEvent): void {
    if (!isQuestioned(event)) return void trigger(event);
    setPending(event);
    setLastPending(event);
  }
  async function confirm(event: QuestionedEvent, members: Parameters<typeof trigger>[1]): Promise<void> {
    // what refuses the items is shown with them, once the dialog has gone
    const done = await trigger(event, members);
    if (done && isShown()) setPending(undefined);
  }
  const n = itemCount(set);
  const event = pending ?? lastPending;
  const approval = approvalOf({ ...set, decision: null });
  const wordOf = <E extends SetEvent>(each: E) => (each === 'approve' ? approval : each);
  return (
    <footer className="flex min-h-14 flex-none flex-wrap items-center justify-end gap-2 border-t border-line-strong bg-panel px-page py-2">
      <div className="mr-auto flex min-w-0 flex-wrap items-center gap-x-2 text-xs text-ink-2" aria-live="polite">
        {set.task ? (
          <TaskState task={set.task} />
        ) : (
          <>
            <Soundness set={set} />
            <span className="text-ink-3">
              {problem && !pending ? problem.message : t(`changeSets.hint.${hintOf(set)}`)}
            </span>
          </>
        )}
      </div>
      {events.map((each, index) => (
        <Button
          key={each}
          variant={
            index === events.length - 1 && !isDestructive(each)
              ? 'primary'
              : isDestructive(each)
                ? 'danger-ghost'
                : 'secondary'
          }
          busy={busy && !isQuestioned(each) && pending === undefined}
          disabledReason={denialOf(each)}
          onClick={() => start(each)}
        >
          {t(`changeSets.event.${wordOf(each)}`)}
        </Button>
      ))}
      <ConfirmDialog
        key={event}
        open={pending !== undefined && pending !== 'revert'}
        onClose={close}
        title={t(`changeSets.question.${wordOf(event)}`)}
        description={
          event === 'approve'
            ? t(`changeSets.questionText.${approval}`, { count: n, n: number(n), date: dateText(set) ?? '' })
            : t(`changeSets.questionText.${event}`)
        }
        confirmLabel={t(`changeSets.event.${wordOf(event)}`)}
        cancelLabel={t('common.cancel')}
        destructive={event !== 'approve'}
        icon={event === 'approve' ? 'check' : undefined}
        busy={busy}
        error={problem?.message}
        reason={event === 'reject' ? reason : undefined}
        onConfirm={(text) => void confirm(event, { reason: text })}
      />
      {set.status === 'released' && (
        <RevertDialog
          key={set.version}
          set={set}
          open={pending === 'revert'}
          onClose={close}
          onConfirm={(overwrite) => void confirm('revert', { overwrite })}
          busy={busy}
          error={pending === 'revert' ? problem?.message : undefined}
        />
      )}
    </footer>
  );
}

/** What is to be known of a set in its status. */
function hintOf({ status, revertId, revertsId }: ChangeSet) {
  if (revertId !== undefined) return 'revertWaits';
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

/** How many items could not be written when that was last tried, or why a task could not write them. */
function Soundness({ set }: { set: ChangeSet }) {
  const { t } = useTexts();
  const { unsound, status, refusal } = set;
  const n = itemCount(set);
  if (n === 0 || status === 'withdrawn') return null;
  const isReleased = status === 'released' || status === 'reverted';
  if (unsound > 0)
    return (
      <StatusMark
        status="bad"
        label={t(isReleased ? 'changeSets.unsoundReverted' : 'changeSets.unsound', {
          count: unsound,
          n: number(unsound),
        })}
      />
    );
  if (refusal) return <StatusMark status="bad" label={refusal.message} />;
  return <StatusMark status="ok" label={t('changeSets.sound', { count: n, n: number(n) })} />;
}
