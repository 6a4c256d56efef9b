import { useAction } from '#crud/use-action.ts';
import { number, shortTime } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { ConfirmDialog } from '#kit/layers/confirm-dialog.tsx';
import { Note } from '#kit/messages/note.tsx';
import type { Shown, Subscriber, SubscriberAct } from './subscriber.ts';
import { actOn } from './subscribers-calls.ts';

export interface PendingSubscriberAct {
  act: SubscriberAct;
  subscriber: Subscriber;
}

interface Props {
  pendingAct: PendingSubscriberAct | undefined;
  onAsk: (pendingAct: PendingSubscriberAct | undefined) => void;
  onShow: (shown: Shown) => void;
  onDeleted: (id: number) => unknown;
}

const destructive: ReadonlySet<SubscriberAct> = new Set(['delete', 'endSecret', 'endToken']);

/** Asks before an act, says what follows from it, and asks again where somebody was faster. */
export function SubscriberActDialog({ pendingAct, onAsk, onShow, onDeleted }: Props) {
  const { t } = useTexts();
  const { busy, problem, run, clearProblem: forget } = useAction();
  const subscriber = pendingAct?.subscriber;
  const act = pendingAct?.act ?? 'delete';
  const name = subscriber?.name ?? '';
  // the contract answers the subscriber as it is now
  const current = problem?.status === 412 ? (problem.current as Subscriber | undefined) : undefined;
  const again =
    (act === 'exchangeSecret' && subscriber?.earlierSecretUntil && t('subscriber.askText.againSecret')) ||
    (act === 'exchangeToken' && subscriber?.earlierTokenUntil && t('subscriber.askText.againToken'));

  function close(): void {
    forget();
    onAsk(undefined);
  }

  async function confirm(): Promise<void> {
    if (!subscriber) return;
    let shown: Shown | undefined;
    const done = await run(
      async () => {
        shown = await actOn(current ?? subscriber, act);
      },
      t(`subscriber.done.${act}`, { name }),
      () => act === 'delete' && onDeleted(subscriber.id),
    );
    if (!done) return;
    close();
    if (shown) onShow(shown);
  }

  return (
    <ConfirmDialog
      open={pendingAct !== undefined}
      onClose={close}
      title={t(`subscriber.ask.${act}`, { name })}
      description={t(`subscriber.askText.${act}`, { shown: number((current ?? subscriber)?.backlog ?? 0) })}
      confirmLabel={t(`subscriber.confirm.${act}`)}
      cancelLabel={t('common.cancel')}
      destructive={destructive.has(act)}
      busy={busy}
      error={current ? undefined : problem?.message}
      onConfirm={() => void confirm()}
    >
      {(current || again) && (
        <>
          {again && <Note tone="warn">{again}</Note>}
          {current && (
            <Note tone="warn" live>
              {t('subscriber.changedMeanwhile', { by: current.updatedBy, time: shortTime(current.updateTime) })}
            </Note>
          )}
        </>
      )}
    </ConfirmDialog>
  );
}
