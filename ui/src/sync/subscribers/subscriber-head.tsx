import { notify } from '#crud/notify.ts';
import { useTexts } from '#i18n/i18n.ts';
import { IconButton } from '#kit/button.tsx';
import { Plate } from '#kit/chip.tsx';
import { Note } from '#kit/note.tsx';
import { StateMark } from './state-mark.tsx';
import type { Subscriber } from './subscriber.ts';

/** What a subscriber is called, where it listens, how it stands, and what one should know first. */
export function SubscriberHead({ subscriber: { name, url, state, active, offReason } }: { subscriber: Subscriber }) {
  const { t } = useTexts();
  const copied = () => notify.success(t('common.copied'));
  return (
    <div className="flex flex-col gap-2.5 border-b border-line p-4">
      <div className="flex min-w-0 items-center gap-2">
        <span className="min-w-0 overflow-hidden">
          <Plate size="md" onCopy={copied}>
            {name}
          </Plate>
        </span>
        <StateMark className="ml-auto flex-none" state={state} />
      </div>
      <div className="flex min-w-0 items-start gap-1">
        <span translate="no" className="min-w-0 py-1 font-mono text-xs break-all text-ink-2">
          {url}
        </span>
        <IconButton
          icon="copy"
          aria-label={`${url}, ${t('common.copy')}`}
          onClick={() => void navigator.clipboard?.writeText(url).then(copied)}
        />
      </div>
      {offReason === 'gone' && <Note tone="bad">{t('subscriber.gone')}</Note>}
      {!active && offReason === null && <Note tone="info">{t('subscriber.isPaused')}</Note>}
      {state === 'failed' && <Note tone="bad">{t('subscriber.isFailing')}</Note>}
    </div>
  );
}
