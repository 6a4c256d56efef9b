import { shortTime } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { LinkButton } from '#kit/buttons/link-button.tsx';
import { DrawerSection } from '#kit/layers/drawer.tsx';
import { Note } from '#kit/messages/note.tsx';
import { SignatureSample } from './signature-sample.tsx';
import type { Subscriber } from './subscriber.ts';
import type { PendingSubscriberAction } from './subscriber-action-dialog.tsx';
import { useSubscriberActions } from './use-subscriber-actions.ts';

interface Props {
  subscriber: Subscriber;
  onRequestAction: (pendingAct: PendingSubscriberAction) => void;
}

/** Lets users rotate the secret and token of a subscriber, which are never shown again, and revoke the previous ones. */
export function Credentials({ subscriber, onRequestAction }: Props) {
  const { t } = useTexts();
  return (
    <DrawerSection>
      <h2 className="mb-1 text-xs font-medium text-ink-3">{t('subscriber.credentials')}</h2>
      <CredentialRow
        subscriber={subscriber}
        onRequestAction={onRequestAction}
        name="secret"
        rotate="exchangeSecret"
        revoke="endSecret"
        previousValidUntil={subscriber.earlierSecretUntil}
      />
      <CredentialRow
        subscriber={subscriber}
        onRequestAction={onRequestAction}
        name="token"
        rotate="exchangeToken"
        revoke="endToken"
        previousValidUntil={subscriber.earlierTokenUntil}
      />
    </DrawerSection>
  );
}

interface CredentialRowProps extends Props {
  name: 'secret' | 'token';
  rotate: 'exchangeSecret' | 'exchangeToken';
  revoke: 'endSecret' | 'endToken';
  previousValidUntil: string | null;
}

function CredentialRow({ subscriber, onRequestAction, name, rotate, revoke, previousValidUntil }: CredentialRowProps) {
  const { t } = useTexts();
  const { disabledReasonFor } = useSubscriberActions();
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
          disabledReason={disabledReasonFor(rotate)}
          aria-label={`${t(`subscriber.${name}`)}: ${t('subscriber.exchange')}`}
          onClick={() => onRequestAction({ action: rotate, subscriber })}
        >
          {t('subscriber.exchange')}
        </Button>
      </div>
      {previousValidUntil && (
        <div className="mt-1.5">
          <Note
            tone="info"
            action={
              !disabledReasonFor(revoke) && (
                <LinkButton
                  aria-label={`${t(`subscriber.${name}`)}: ${t('subscriber.endNow')}`}
                  onClick={() => onRequestAction({ action: revoke, subscriber })}
                >
                  {t('subscriber.endNow')}
                </LinkButton>
              )
            }
          >
            {t('subscriber.earlierUntil', { time: shortTime(previousValidUntil) })}
          </Note>
        </div>
      )}
      {name === 'secret' && <SignatureSample />}
    </div>
  );
}
