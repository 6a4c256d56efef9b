import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { ConfirmDialog } from '#kit/layers/confirm-dialog.tsx';
import { dialogLayer } from '#kit/layers/dialog.tsx';
import { session } from '#session/session.ts';

interface Props {
  isUnsaved: boolean;
  isSaving: boolean;
  subject: string;
  /** The URL parameters that identify this form; the others belong to its list or to a panel beside it. */
  identityParams: readonly string[];
  onLeave: () => void;
}

/** Asks before unsaved changes are lost; after the session has ended they are in a draft, so nothing is asked. */
export function LeaveGuard({ isUnsaved, isSaving, subject, identityParams, onLeave }: Props) {
  const { t } = useTexts();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isUnsaved && session.loggedIn && !isSameForm(current, next, identityParams),
    enableBeforeUnload: () => isUnsaved && session.loggedIn,
    withResolver: true,
  });
  // loads the dialog's code in advance: a failed chunk reloads the page, which would lose the changes
  useEffect(() => {
    if (isUnsaved) void dialogLayer.load();
  }, [isUnsaved]);
  // the save that was in progress has succeeded while the user was asked
  const isAnswered = blocker.status === 'blocked' && !isUnsaved;
  useEffect(() => {
    if (isAnswered) blocker.proceed?.();
  }, [isAnswered, blocker]);
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked' && isUnsaved}
      onClose={() => blocker.reset?.()}
      title={t(isSaving ? 'form.leaveSavingTitle' : 'form.leaveTitle')}
      description={isSaving ? t('form.leaveSavingText') : t('form.leaveText', { one: subject })}
      confirmLabel={t(isSaving ? 'form.leaveSaving' : 'form.leave')}
      cancelLabel={t('form.stay')}
      destructive={!isSaving}
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

function isSameForm(current: Location, next: Location, identityParams: readonly string[]): boolean {
  const param = ({ search }: Location, name: string): unknown => Reflect.get(search, name);
  return (
    current.pathname === next.pathname && identityParams.every((name) => param(current, name) === param(next, name))
  );
}
