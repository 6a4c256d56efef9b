import { useRef } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { StatusMark } from '#kit/display/status-mark.tsx';
import { Dialog } from '#kit/layers/dialog.tsx';
import { Note } from '#kit/messages/note.tsx';
import type { User } from '#session/can.ts';

interface Props {
  user: User;
  onClose: () => void;
  onAsk: (what: 'askSetUp' | 'askRenew' | 'askRemove') => void;
}

/** Fewer recovery codes than this are soon none. */
const few = 3;

/** Whether signing in asks for a code, and what can be done about it. */
export function FactorState({ user, onClose, onAsk }: Props) {
  const { t } = useTexts();
  const calm = useRef<HTMLButtonElement>(null);
  const { secondFactor, secondFactorRequired, recoveryCodes } = user;
  if (!secondFactor) {
    return (
      <Dialog
        open
        onClose={onClose}
        title={t('twoStep.title')}
        description={t('twoStep.off')}
        initialFocus={calm}
        footer={
          <>
            <Button ref={calm} onClick={onClose}>
              {t('common.close')}
            </Button>
            <Button variant="primary" onClick={() => onAsk('askSetUp')}>
              {t('twoStep.setUp')}
            </Button>
          </>
        }
      />
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('twoStep.title')}
      initialFocus={calm}
      footer={
        <>
          <Button
            variant="bad-ghost"
            className="mr-auto"
            refused={secondFactorRequired && t('twoStep.required')}
            onClick={() => onAsk('askRemove')}
          >
            {t('twoStep.remove')}
          </Button>
          <Button onClick={() => onAsk('askRenew')}>{t('twoStep.renew')}</Button>
          <Button ref={calm} variant="primary" onClick={onClose}>
            {t('common.close')}
          </Button>
        </>
      }
    >
      <div className="flex items-center justify-between gap-4">
        <StatusMark status="ok" label={t('twoStep.on')} className="font-medium" />
        <span className="text-ink-2">{t('twoStep.left', { count: recoveryCodes })}</span>
      </div>
      {recoveryCodes < few && (
        <div className="mt-3">
          <Note tone="warn">{t('twoStep.few')}</Note>
        </div>
      )}
    </Dialog>
  );
}
