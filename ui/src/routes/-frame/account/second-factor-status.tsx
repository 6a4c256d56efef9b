import { useRef } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { StatusMark } from '#kit/display/status-mark.tsx';
import { Dialog } from '#kit/layers/dialog.tsx';
import { Note } from '#kit/messages/note.tsx';
import type { User } from '#session/permissions.ts';

interface SecondFactorStatusProps {
  user: User;
  onClose: () => void;
  onStart: (purpose: 'askSetUp' | 'askRenew' | 'askRemove') => void;
}

/** Below this number of recovery codes a warning is shown. */
const LOW_CODE_COUNT = 3;

/** Shows whether signing in requires a code, with buttons to change that. */
export function SecondFactorStatus({ user, onClose, onStart }: SecondFactorStatusProps) {
  const { t } = useTexts();
  const closeButton = useRef<HTMLButtonElement>(null);
  const { secondFactor, secondFactorRequired, recoveryCodes } = user;
  if (!secondFactor) {
    return (
      <Dialog
        open
        onClose={onClose}
        title={t('twoStep.title')}
        description={t('twoStep.off')}
        initialFocus={closeButton}
        footer={
          <>
            <Button ref={closeButton} onClick={onClose}>
              {t('common.close')}
            </Button>
            <Button variant="primary" onClick={() => onStart('askSetUp')}>
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
      initialFocus={closeButton}
      footer={
        <>
          <Button
            variant="danger-ghost"
            className="mr-auto"
            disabledReason={secondFactorRequired && t('twoStep.required')}
            onClick={() => onStart('askRemove')}
          >
            {t('twoStep.remove')}
          </Button>
          <Button onClick={() => onStart('askRenew')}>{t('twoStep.renew')}</Button>
          <Button ref={closeButton} variant="primary" onClick={onClose}>
            {t('common.close')}
          </Button>
        </>
      }
    >
      <div className="flex items-center justify-between gap-4">
        <StatusMark status="ok" label={t('twoStep.on')} className="font-medium" />
        <span className="text-ink-2">{t('twoStep.left', { count: recoveryCodes })}</span>
      </div>
      {recoveryCodes < LOW_CODE_COUNT && (
        <div className="mt-3">
          <Note tone="warn">{t('twoStep.few')}</Note>
        </div>
      )}
    </Dialog>
  );
}
