import { useState } from 'react';
import { useAct } from '#crud/admin/use-act.ts';
import { notify } from '#crud/notify.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { ConfirmDialog } from '#kit/confirm-dialog.tsx';
import { useSession } from '#session/use-session.ts';
import { type DeliveryFound, resendRefusal } from './delivery.ts';
import { resend } from './delivery-calls.ts';

interface Props {
  subscriberId: number;
  found: DeliveryFound;
  /** Hears which delivery came of it. */
  onResent: (id: number) => void;
}

/** Sends the change of a delivery again, once it is said what that means. */
export function ResendButton({ subscriberId, found, onResent }: Props) {
  const { t } = useTexts();
  const { refuse } = useSession();
  const { busy, problem, run, forget } = useAct();
  const [asked, ask] = useState(false);
  const refusal = resendRefusal(found);
  const { record } = found.delivery;
  const what = record && `${t(`entity.${record.entity}.one`)} ${record.code ?? `#${record.recordId}`}`;

  function close(): void {
    forget();
    ask(false);
  }

  async function confirm(): Promise<void> {
    let sent: DeliveryFound | undefined;
    const done = await run(async () => {
      sent = await resend(subscriberId, found.delivery.id);
    }, null);
    if (!done || !sent) return;
    close();
    if (sent.delivery.outcome === 'delivered') notify.success(t('delivery.resent.delivered'));
    else notify.warning(t('delivery.resent.failed'));
    onResent(sent.delivery.id);
  }

  return (
    <>
      <Button
        icon="send"
        refused={refuse('sync_status:replay') || (refusal ? t(`delivery.${refusal}`) : false)}
        onClick={() => ask(true)}
      >
        {`${t('delivery.resend')}…`}
      </Button>
      <ConfirmDialog
        open={asked}
        onClose={close}
        title={t('delivery.resendAsk', { what })}
        description={t('delivery.resendText')}
        confirmLabel={t('delivery.resend')}
        cancelLabel={t('common.cancel')}
        busy={busy}
        error={problem?.message}
        onConfirm={() => void confirm()}
      />
    </>
  );
}
