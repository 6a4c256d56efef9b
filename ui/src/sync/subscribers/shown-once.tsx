import { useBlocker } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { shortTime } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { Dialog } from '#kit/dialog.tsx';
import { Note } from '#kit/note.tsx';
import { session } from '#session/session.ts';
import type { Shown } from './subscriber.ts';

interface Props {
  shown: Shown | undefined;
  onKept: () => void;
}

/** A secret, a token or both, this once: it closes by saying that they are kept, and by nothing else. */
export function ShownOnce({ shown, onKept }: Props) {
  const { t } = useTexts();
  const held = () => shown !== undefined && session.loggedIn;
  useBlocker({ shouldBlockFn: held, enableBeforeUnload: held });
  const { name, secret, token, earlierUntil } = shown ?? {};
  const what = secret && token ? 'shown.both' : secret ? 'secret' : 'token';
  return (
    <Dialog
      open={shown !== undefined}
      width={560}
      icon="key"
      iconTone="warn"
      title={t('subscriber.shown.title', { name, what: t(`subscriber.${what}`).toLowerCase() })}
      footer={
        <Button variant="primary" onClick={onKept}>
          {t('subscriber.shown.kept')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Note tone="warn">
          {t('subscriber.shown.once')}
          {earlierUntil && ` ${t('subscriber.shown.earlier', { time: shortTime(earlierUntil) })}`}
        </Note>
        {secret && (
          <Value
            label={t('subscriber.secret')}
            use={t('subscriber.secretUse')}
            copy={t('subscriber.shown.copySecret')}
            value={secret}
          />
        )}
        {token && (
          <Value
            label={t('subscriber.token')}
            use={t('subscriber.tokenUse')}
            copy={t('subscriber.shown.copyToken')}
            value={token}
          />
        )}
      </div>
    </Dialog>
  );
}

function Value({ label, use, copy, value }: Record<'label' | 'use' | 'copy' | 'value', string>) {
  const { t } = useTexts();
  const [copied, setCopied] = useState(false);
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="font-medium">
        {label}
      </h3>
      <p className="mb-1.5 text-xs text-ink-2">{use}</p>
      <div className="flex items-center gap-2">
        <code
          translate="no"
          className="flex min-h-8 min-w-0 flex-1 items-center rounded-sm bg-sunken px-2 py-1 font-mono text-xs break-all inset-ring inset-ring-line select-all"
        >
          {value}
        </code>
        <Button
          icon={copied ? 'check' : 'copy'}
          aria-label={copied ? t('common.copied') : copy}
          onClick={() => void navigator.clipboard?.writeText(value).then(() => setCopied(true))}
        >
          {t(copied ? 'common.copied' : 'common.copy')}
        </Button>
      </div>
    </section>
  );
}
