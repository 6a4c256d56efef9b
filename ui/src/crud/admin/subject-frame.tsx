import type { ReactNode } from 'react';
import { ConflictDialog } from '#crud/record/conflict-dialog.tsx';
import { FormContext } from '#crud/record/form-context.ts';
import { FormNotes } from '#crud/record/form-notes.tsx';
import { LeaveGuard } from '#crud/record/leave-guard.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { ErrorState, Skeleton } from '#kit/messages/page-state.tsx';
import type { SubjectForm } from './use-subject-form.ts';

interface Props {
  form: SubjectForm;
  /** What happens on Enter in a field: saving, or what must be confirmed before. */
  onSubmit: () => void;
  className?: string;
  children: ReactNode;
}

/** The form element, what the fields in it share, and the dialogs that may come over it. */
export function SubjectFrame({ form, onSubmit, className, children }: Props) {
  const { t, language } = useTexts();
  const { subject, place, state, send, errors, changes, refused, isBlocked, isLoaded } = form;
  const { base, values, problem } = state.context;
  if (state.matches('loading')) return <SubjectSkeleton />;
  if (!isLoaded) {
    const missing = problem?.status === 404;
    return (
      <ErrorState
        title={missing ? t(`${subject.key}.missing`) : t('people.loadFailed', { problem: problem?.message ?? '' })}
        text={missing ? t('people.missingText') : undefined}
        onRetry={missing ? undefined : () => send({ type: 'RETRY' })}
        errorKey={problem?.key}
        traceId={problem?.traceId}
      />
    );
  }
  return (
    <FormContext
      value={{
        ...{ schema: subject.schema, language, place, base, values, errors },
        locked: refused !== false,
        change: (pointer, value) => refused === false && send({ type: 'CHANGE', pointer, value }),
      }}
    >
      <form
        data-record
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <div className={place === 'page' ? 'px-6 pt-4 empty:hidden' : 'contents'}>
          <FormNotes {...form} />
        </div>
        <div inert={isBlocked} data-held={isBlocked || undefined} className={`data-held:opacity-55 ${className ?? ''}`}>
          {children}
        </div>
        {/* Enter in a field submits; the visible button stands in the action bar */}
        <button type="submit" hidden tabIndex={-1} aria-hidden />
      </form>
      <ConflictDialog state={state} send={send} title={t(`${subject.key}.conflict`)} />
      <LeaveGuard
        dirty={changes.length > 0}
        one={t(`${subject.key}.one`)}
        of={['id', 'panel']}
        onLeave={() => send({ type: 'DISCARD' })}
      />
    </FormContext>
  );
}

export const SubjectSkeleton = () => (
  <div className="flex w-full flex-col gap-9 px-4 pt-9 pb-12">
    {['a', 'b', 'c', 'd'].map((key) => (
      <Skeleton key={key} height={32} className="late" />
    ))}
  </div>
);
