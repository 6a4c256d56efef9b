import { useState } from 'react';
import { useAction } from '#crud/use-action.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { LinkButton } from '#kit/buttons/link-button.tsx';
import { DrawerSection } from '#kit/layers/drawer.tsx';
import { Note } from '#kit/messages/note.tsx';
import type { DeliveryFound } from './delivery.ts';
import { useDeliveryText } from './delivery-text.ts';
import { OutcomeMark } from './marks.tsx';
import type { Subscriber } from './subscriber.ts';
import { sendTest } from './subscribers-calls.ts';
import { useSubscriberActs } from './use-subscriber-acts.ts';

interface Props {
  subscriber: Subscriber;
  onOpen: (delivery: number) => void;
}

/** An empty event at once, and what came of it: status, time, answer or what went wrong. */
export function TestEvent({ subscriber, onOpen }: Props) {
  const { t } = useTexts();
  const { editDisabledReason } = useSubscriberActs();
  const { busy, problem, run } = useAction();
  const [found, setFound] = useState<DeliveryFound>();
  const send = () =>
    run(async () => {
      setFound(undefined);
      setFound(await sendTest(subscriber.id));
    }, null);
  return (
    <DrawerSection>
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <h2 className="text-xs font-medium text-ink-3">{t('subscriber.test.title')}</h2>
          <p className="text-xs text-ink-3">{t('subscriber.test.text')}</p>
        </div>
        <Button size="sm" icon="send" busy={busy} disabledReason={editDisabledReason} onClick={() => void send()}>
          {t(busy ? 'subscriber.test.sending' : found ? 'subscriber.test.again' : 'subscriber.test.send')}
        </Button>
      </div>
      <div aria-live="polite" className="mt-2 empty:hidden">
        {found && <Outcome found={found} onOpen={() => onOpen(found.delivery.id)} />}
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

function Outcome({ found: { delivery, answer }, onOpen }: { found: DeliveryFound; onOpen: () => void }) {
  const { t } = useTexts();
  const { answered } = useDeliveryText();
  const said = delivery.error ?? answer;
  return (
    <div className="rounded-sm border border-line px-2.5 py-2">
      <div className="flex items-center gap-2 text-xs">
        <OutcomeMark outcome={delivery.outcome} className="font-medium" />
        <span className="text-ink-2">{answered(delivery)}</span>
        <LinkButton className="ml-auto" onClick={onOpen}>
          {t('subscriber.test.open')}
        </LinkButton>
      </div>
      {said && <p className="mt-1 line-clamp-3 font-mono text-xs break-words text-ink-2">{said}</p>}
    </div>
  );
}
