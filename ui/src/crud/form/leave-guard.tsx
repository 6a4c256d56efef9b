import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { ConfirmDialog } from '#kit/layers/confirm-dialog.tsx';
import { dialogLayer } from '#kit/layers/dialog.tsx';
import { session } from '#session/session.ts';

interface Props {
  dirty: boolean;
  one: string;
  /** The parts of the address that name this form: the others are of the list behind it, or of a panel beside it. */
  addressParts: readonly string[];
  onLeave: () => void;
}

/** Asks before typed values are lost; when the session has ended they are saved as a draft, and nobody is asked. */
export function LeaveGuard({ dirty, one, addressParts, onLeave }: Props) {
  const { t } = useTexts();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && session.loggedIn && !isSameForm(current, next, addressParts),
    enableBeforeUnload: () => dirty && session.loggedIn,
    withResolver: true,
  });
  // loaded only when it is needed, the dialog might fail to load, and a page that fails to load a part reloads itself
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

interface Location {
  pathname: string;
  search: object;
}

function isSameForm(current: Location, next: Location, addressParts: readonly string[]): boolean {
  const part = ({ search }: Location, name: string): unknown => Reflect.get(search, name);
  return current.pathname === next.pathname && addressParts.every((name) => part(current, name) === part(next, name));
}
