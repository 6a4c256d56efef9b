import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { ConfirmDialog } from '#kit/layers/confirm-dialog.tsx';
import { dialogLayer } from '#kit/layers/dialog.tsx';
import { session } from '#session/session.ts';

interface Props {
  dirty: boolean;
  one: string;
  /** Which of the address's parts say that it is this form: the others are the list behind it, or a panel beside it. */
  of: readonly string[];
  onLeave: () => void;
}

/** Asks before typed values are lost; a session that has ended kept them as a draft and is not held up. */
export function LeaveGuard({ dirty, one, of, onLeave }: Props) {
  const { t } = useTexts();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && session.loggedIn && !sameForm(current, next, of),
    enableBeforeUnload: () => dirty && session.loggedIn,
    withResolver: true,
  });
  // asked for only when it is needed, it might fail to come, and a page that fails to load something loads anew
  useEffect(() => {
    if (dirty) void dialogLayer.load();
  }, [dirty]);
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={t('form.leaveTitle')}
      description={t('form.leaveText', { one })}
      confirmLabel={t('form.leave')}
      cancelLabel={t('form.stay')}
      destructive
      onConfirm={() => {
        blocker.proceed?.();
        onLeave();
      }}
    />
  );
}

interface Place {
  pathname: string;
  search: object;
}

function sameForm(current: Place, next: Place, of: readonly string[]): boolean {
  const part = ({ search }: Place, name: string): unknown => Reflect.get(search, name);
  return current.pathname === next.pathname && of.every((name) => part(current, name) === part(next, name));
}
