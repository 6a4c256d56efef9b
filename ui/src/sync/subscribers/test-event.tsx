import { useState } from 'react';
import { useAction } from '#crud/use-action.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { LinkButton } from '#kit/buttons/link-button.tsx';
import { DrawerSection } from '#kit/layers/drawer.tsx';
import { Note } from '#kit/messages/note.tsx';
import type { DeliveryDetail } from '#sync/subscribers/deliveries/delivery.ts';
import { useDeliveryText } from '#sync/subscribers/deliveries/delivery-text.ts';
import { OutcomeMark } from '#sync/subscribers/status-marks.tsx';
import type { Subscriber } from './subscriber.ts';
import { sendTestEvent } from './subscribers-calls.ts';
import { useSubscriberActions } from './use-subscriber-actions.ts';

interface Props {
  subscriber: Subscriber;
  onOpen: (delivery: number) => void;
}

/** Sends a test event and shows the result. */
export function TestEvent({ subscriber, onOpen }: Props) {
  const { t } = useTexts();
  const { editDisabledReason } = useSubscriberActions();
  const { busy, problem, run } = useAction();
  const [detail, setDetail] = useState<DeliveryDetail>();
  const send = () =>
    run(async () => {
      setDetail(undefined);
      setDetail(await sendTestEvent(subscriber.id));
    }, null);
  return (
    <DrawerSection>
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <h2 className="text-xs font-medium text-ink-3">{t('subscriber.test.title')}</h2>
          <p className="text-xs text-ink-3">{t('subscriber.test.text')}</p>
        </div>
        <Button size="sm" icon="send" busy={busy} disabledReason={editDisabledReason} onClick={() => void send()}>
          {t(busy ? 'subscriber.test.sending' : detail ? 'subscriber.test.again' : 'subscriber.test.send')}
        </Button>
      </div>
      <div aria-live="polite" className="mt-2 empty:hidden">
        {detail && <TestOutcome detail={detail} onOpen={() => onOpen(detail.delivery.id)} />}
      </div>
      {problem && (
        <div className="mt-2">
          <Note tone="bad" live>
            {problem.message}
          </Note>
        </div>
      )}
    </DrawerSection>
  );
}

function TestOutcome({ detail: { delivery, answer }, onOpen }: { detail: DeliveryDetail; onOpen: () => void }) {
  const { t } = useTexts();
  const { responseText } = useDeliveryText();
  const messageText = delivery.error ?? answer;
  return (
    <div className="rounded-sm border border-line px-2.5 py-2">
      <div className="flex items-center gap-2 text-xs">
        <OutcomeMark outcome={delivery.outcome} className="font-medium" />
        <span className="text-ink-2">{responseText(delivery)}</span>
        <LinkButton className="ml-auto" onClick={onOpen}>
          {t('subscriber.test.open')}
        </LinkButton>
      </div>
      {messageText && <p className="mt-1 line-clamp-3 font-mono text-xs break-words text-ink-2">{messageText}</p>}
    </div>
  );
}
