import { useAction } from '#crud/use-action.ts';
import { number, shortTime } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { ConfirmDialog } from '#kit/layers/confirm-dialog.tsx';
import { Note } from '#kit/messages/note.tsx';
import type { NewCredentials, Subscriber, SubscriberAction } from './subscriber.ts';
import { runSubscriberAction } from './subscribers-calls.ts';

export interface PendingSubscriberAction {
  action: SubscriberAction;
  subscriber: Subscriber;
}

interface Props {
  pendingAction: PendingSubscriberAction | undefined;
  onPendingActionChange: (pendingAction: PendingSubscriberAction | undefined) => void;
  onCredentials: (credentials: NewCredentials) => void;
  onDeleted: (id: number) => unknown;
}

const destructiveActions: ReadonlySet<SubscriberAction> = new Set(['delete', 'endSecret', 'endToken']);

/** Confirms an action and explains its consequences. If the subscriber has changed in the meantime, it asks again. */
export function SubscriberActionDialog({ pendingAction, onPendingActionChange, onCredentials, onDeleted }: Props) {
  const { t } = useTexts();
  const subject = pendingAction && `${pendingAction.action} ${pendingAction.subscriber.id}`;
  const { busy, problem, run, clearProblem, isShown } = useAction(undefined, subject);
  const subscriber = pendingAction?.subscriber;
  const action = pendingAction?.action ?? 'delete';
  const name = subscriber?.name ?? '';
  // The cast: a 412 response contains the current subscriber.
  const currentSubscriber = problem?.status === 412 ? (problem.current as Subscriber | undefined) : undefined;
  const repeatWarning =
    (action === 'exchangeSecret' && subscriber?.earlierSecretUntil && t('subscriber.askText.againSecret')) ||
    (action === 'exchangeToken' && subscriber?.earlierTokenUntil && t('subscriber.askText.againToken'));

  function close(): void {
    clearProblem();
    onPendingActionChange(undefined);
  }

  async function confirm(): Promise<void> {
    if (!subscriber) return;
    let newCredentials: NewCredentials | undefined;
    const done = await run(
      async () => {
        newCredentials = await runSubscriberAction(currentSubscriber ?? subscriber, action);
      },
      t(`subscriber.done.${action}`, { name }),
      () => action === 'delete' && onDeleted(subscriber.id),
    );
    if (!done) return;
    if (isShown()) close();
    if (newCredentials) onCredentials(newCredentials);
  }

  return (
    <ConfirmDialog
      open={pendingAction !== undefined}
      onClose={close}
      title={t(`subscriber.ask.${action}`, { name })}
      description={t(`subscriber.askText.${action}`, {
        shown: number((currentSubscriber ?? subscriber)?.backlog ?? 0),
      })}
      confirmLabel={t(`subscriber.confirm.${action}`)}
      cancelLabel={t('common.cancel')}
      destructive={destructiveActions.has(action)}
      busy={busy}
      error={currentSubscriber ? undefined : problem?.message}
      onConfirm={() => void confirm()}
    >
      {(currentSubscriber || repeatWarning) && (
        <>
          {repeatWarning && <Note tone="warn">{repeatWarning}</Note>}
          {currentSubscriber && (
            <Note tone="warn" live>
              {t('subscriber.changedMeanwhile', {
                by: currentSubscriber.updatedBy,
                time: shortTime(currentSubscriber.updateTime),
              })}
            </Note>
          )}
        </>
      )}
    </ConfirmDialog>
  );
}
