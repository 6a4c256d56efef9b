import { deepEqual, useBlocker, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { ConfirmDialog, confirmDialogLayer } from '#kit/layers/confirm-dialog.tsx';
import { useUnsavedInput } from '#kit/unsaved-input.ts';
import { session } from '#session/session.ts';

interface LeaveGuardProps {
  isUnsaved: boolean;
  isSaving: boolean;
  subject: string;
  /** The URL parameters that identify this form; the others belong to its list or to a panel beside it. */
  identityParams: readonly string[];
  onLeave: () => void;
}

/** Asks before unsaved changes are lost; after the session has ended they are in a draft, so nothing is asked. */
export function LeaveGuard({ isUnsaved, isSaving, subject, identityParams, onLeave }: LeaveGuardProps) {
  const { t } = useTexts();
  const router = useRouter();
  const stopWaiting = useRef(() => {});
  useEffect(() => () => stopWaiting.current(), []);
  const blocker = useBlocker({
    shouldBlockFn({ current, next }) {
      stopWaiting.current();
      return isUnsaved && session.loggedIn && !isSameForm(current, next, identityParams);
    },
    enableBeforeUnload: () => isUnsaved && session.loggedIn,
    withResolver: true,
  });
  // loads the dialog's code in advance: a failed chunk reloads the page, which would lose the changes
  useEffect(() => {
    if (isUnsaved) void confirmDialogLayer.load();
  }, [isUnsaved]);
  /** What the user wants to do on this page that loses the changes. */
  const [goOn, setGoOn] = useState<() => void>();
  useUnsavedInput(isUnsaved, (next) => setGoOn(() => next));
  const isAsking = blocker.status === 'blocked' || goOn !== undefined;
  // the save that was in progress has succeeded while the user was asked
  const isAnswered = isAsking && !isUnsaved;
  useEffect(() => {
    if (!isAnswered) return;
    setGoOn(undefined);
    if (goOn) goOn();
    else blocker.proceed?.();
  }, [isAnswered, goOn, blocker]);

  /** Goes on, and discards the changes once it has got there: another form that is open may ask as well, and be stayed in. */
  function leave(): void {
    if (goOn) {
      setGoOn(undefined);
      onLeave();
      goOn();
      return;
    }
    if (blocker.status !== 'blocked') return;
    const { next, proceed } = blocker;
    stopWaiting.current = router.history.subscribe(({ location }) => {
      stopWaiting.current();
      const { pathname, search } = router.parseLocation(location);
      if (pathname === next.pathname && deepEqual(search, next.search)) onLeave();
    });
    proceed();
  }
  return (
    <ConfirmDialog
      open={isAsking && isUnsaved}
      onClose={() => {
        setGoOn(undefined);
        blocker.reset?.();
      }}
      title={t(isSaving ? 'form.leaveSavingTitle' : 'form.leaveTitle')}
      description={isSaving ? t('form.leaveSavingText') : t('form.leaveText', { one: subject })}
      confirmLabel={t(isSaving ? 'form.leaveSaving' : 'form.leave')}
      cancelLabel={t('form.stay')}
      destructive={!isSaving}
      onConfirm={leave}
    />
  );
}

interface FormLocation {
  pathname: string;
  search: object;
}

function isSameForm(current: FormLocation, next: FormLocation, identityParams: readonly string[]): boolean {
  const param = ({ search }: FormLocation, name: string): unknown => Reflect.get(search, name);
  return (
    current.pathname === next.pathname && identityParams.every((name) => param(current, name) === param(next, name))
  );
}
