import { useBlocker } from '@tanstack/react-router';
import { useTexts } from '#i18n/i18n.ts';
import { ConfirmDialog } from '#kit/confirm-dialog.tsx';
import { session } from '#session/session.ts';

/** Asks before typed values are lost; a session that has ended kept them as a draft and is not held up. */
export function LeaveGuard({ dirty, one }: { dirty: boolean; one: string }) {
  const { t } = useTexts();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && session.loggedIn && !sameForm(current, next),
    enableBeforeUnload: () => dirty && session.loggedIn,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={t('form.leaveTitle')}
      description={t('form.leaveText', { one })}
      confirmLabel={t('form.leave')}
      cancelLabel={t('form.stay')}
      destructive
      onConfirm={() => blocker.proceed?.()}
    />
  );
}

interface Place {
  pathname: string;
  search: object;
}

/** Filtering or sorting the list behind leaves the form where it is. */
const sameForm = (current: Place, next: Place): boolean =>
  current.pathname === next.pathname && formOf(current) === formOf(next);

function formOf({ search }: Place): string {
  const { id, panel } = search as { id?: number; panel?: string };
  return JSON.stringify([id, panel]);
}
