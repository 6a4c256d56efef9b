import { useState } from 'react';
import { useReasonField } from '#crud/reason-field.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { ConfirmDialog } from '#kit/layers/confirm-dialog.tsx';
import {
  approvalOf,
  type ChangeSet,
  type ChangeSetItem,
  dateInSentence,
  eventsOf,
  itemCount,
  type SetEvent,
} from '../change-set.ts';
import { eventProblemText, useEventDenial, useSetEvents } from '../use-change-set.ts';
import { RevertDialog } from './revert-dialog.tsx';

type ConfirmedEvent = 'approve' | 'reject' | 'withdraw' | 'revert';

const needsConfirmation = (event: SetEvent): event is ConfirmedEvent =>
  event !== 'submit' && event !== 'reopen' && event !== 'retry';
const isDestructive = (event: SetEvent) => event === 'withdraw' || event === 'revert';

interface ButtonOptions {
  /** The items of the set, as far as they are known. */
  items?: readonly ChangeSetItem[] | undefined;
  /** Gets the set that would take this one back. */
  onRevert?: (id: number) => void;
}

/** The state of a set's buttons: the event that is asked about or runs, and why the last one failed. */
export function useSetEventButtons(set: ChangeSet, { items, onRevert }: ButtonOptions) {
  const { language } = useTexts();
  const [pending, setPending] = useState<ConfirmedEvent>();
  const events = useSetEvents(set, { pending, items, onRevert });
  const failure = pending ? undefined : events.problem;
  // how many items cannot be written is said of the set itself, as long as that is so
  const isOfItems = failure?.key === 'changeSetUnsound';
  return {
    set,
    items,
    events,
    pending,
    setPending,
    /** Why an event failed that no dialog asks about. */
    problem: failure && !isOfItems ? eventProblemText(failure, set, items, language) : undefined,
    /** Whether it failed because of the date of the set. */
    isOfDate: failure?.fields.some(({ pointer }) => pointer === '/effectiveOn') === true,
    isOfItems,
  };
}

interface Props {
  buttons: ReturnType<typeof useSetEventButtons>;
  /** Small buttons leave the emphasis to the page around them. */
  size?: 'sm' | 'md';
}

/** The events of a set's status as buttons, with the dialogs that ask about them. */
export function SetEventButtons({ buttons: { set, items, events, pending, setPending }, size = 'md' }: Props) {
  const { t, language } = useTexts();
  const { trigger, busy, problem, clearProblem, isShown } = events;
  // the dialog keeps its texts while it fades
  const [lastPending, setLastPending] = useState<ConfirmedEvent>('approve');
  const [unconfirmedEvent, setUnconfirmedEvent] = useState<SetEvent>();
  const denialOf = useEventDenial(set, items);
  const reason = useReasonField();
  const close = () => {
    clearProblem();
    setPending(undefined);
  };
  function start(event: SetEvent): void {
    if (!needsConfirmation(event)) {
      setUnconfirmedEvent(event);
      return void trigger(event);
    }
    setPending(event);
    setLastPending(event);
  }
  async function confirm(event: ConfirmedEvent, members: Parameters<typeof trigger>[1]): Promise<void> {
    // the problems of items are shown with the items, once the dialog has closed
    const done = await trigger(event, members);
    if (done && isShown()) setPending(undefined);
  }
  const n = itemCount(set);
  const event = pending ?? lastPending;
  const approval = approvalOf(set);
  const wordOf = <E extends SetEvent>(each: E) => (each === 'approve' ? approval : each);
  const available = eventsOf(set);
  const variantOf = (each: SetEvent, index: number) => {
    if (isDestructive(each)) return 'danger-ghost';
    // a scheduled set waits for nobody
    const leadsOn = index === available.length - 1 && set.status !== 'scheduled';
    return leadsOn && size === 'md' ? 'primary' : 'secondary';
  };
  return (
    <>
      {available.map((each, index) => (
        <Button
          key={each}
          size={size}
          variant={variantOf(each, index)}
          busy={busy && pending === undefined && each === unconfirmedEvent}
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
            ? t(`changeSets.questionText.${approval}`, {
                count: n,
                n: number(n),
                date: dateInSentence(set),
              })
            : t(`changeSets.questionText.${event}`)
        }
        confirmLabel={t(`changeSets.event.${wordOf(event)}`)}
        cancelLabel={t('common.cancel')}
        destructive={event !== 'approve'}
        busy={busy}
        error={problem && eventProblemText(problem, set, items, language)}
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
          error={pending === 'revert' && problem ? eventProblemText(problem, set, items, language) : undefined}
        />
      )}
    </>
  );
}
