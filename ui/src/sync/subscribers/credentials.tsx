import { shortTime } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { LinkButton } from '#kit/buttons/link-button.tsx';
import { DrawerSection } from '#kit/layers/drawer.tsx';
import { Note } from '#kit/messages/note.tsx';
import type { Subscriber } from './subscriber.ts';
import type { PendingSubscriberAct } from './subscriber-act-dialog.tsx';
import { useSubscriberActs } from './use-subscriber-acts.ts';

interface Props {
  subscriber: Subscriber;
  onAsk: (pendingAct: PendingSubscriberAct) => void;
}

/** What a subscriber is known by, never shown again: only exchanged, and the earlier one ended. */
export function Credentials({ subscriber, onAsk }: Props) {
  const { t } = useTexts();
  return (
    <DrawerSection>
      <h2 className="mb-1 text-xs font-medium text-ink-3">{t('subscriber.credentials')}</h2>
      <Credential
        {...{ subscriber, onAsk }}
        name="secret"
        exchange="exchangeSecret"
        end="endSecret"
        until={subscriber.earlierSecretUntil}
      />
      <Credential
        {...{ subscriber, onAsk }}
        name="token"
        exchange="exchangeToken"
        end="endToken"
        until={subscriber.earlierTokenUntil}
      />
    </DrawerSection>
  );
}

interface CredentialProps extends Props {
  name: 'secret' | 'token';
  exchange: 'exchangeSecret' | 'exchangeToken';
  end: 'endSecret' | 'endToken';
  until: string | null;
}

function Credential({ subscriber, onAsk, name, exchange, end, until }: CredentialProps) {
  const { t } = useTexts();
  const { disabledReason } = useSubscriberActs();
  return (
    <div className="border-line py-1.5 not-first-of-type:border-t">
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <div className="font-medium">{t(`subscriber.${name}`)}</div>
          <div className="text-xs text-ink-3">{t(`subscriber.${name}Use`)}</div>
        </div>
        <Button
          size="sm"
          icon="key"
          disabledReason={disabledReason(exchange)}
          aria-label={`${t(`subscriber.${name}`)}: ${t('subscriber.exchange')}`}
          onClick={() => onAsk({ act: exchange, subscriber })}
        >
          {t('subscriber.exchange')}
        </Button>
      </div>
      {until && (
        <div className="mt-1.5">
          <Note
            tone="info"
            action={
              !disabledReason(end) && (
                <LinkButton
                  aria-label={`${t(`subscriber.${name}`)}: ${t('subscriber.endNow')}`}
                  onClick={() => onAsk({ act: end, subscriber })}
                >
                  {t('subscriber.endNow')}
                </LinkButton>
              )
            }
          >
            {t('subscriber.earlierUntil', { time: shortTime(until) })}
          </Note>
        </div>
      )}
    </div>
  );
}
