import type { ReactNode } from 'react';
import { ConflictDialog } from '#crud/record/conflict-dialog.tsx';
import { FormContext } from '#crud/record/form-context.ts';
import { FormNotes } from '#crud/record/form-notes.tsx';
import { LeaveGuard } from '#crud/record/leave-guard.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { ErrorState, Skeleton } from '#kit/messages/page-state.tsx';
import type { OpenForm } from './open-form.ts';
import { OpenPointsBlock } from './open-points-block.tsx';

interface Props {
  form: OpenForm;
  className?: string;
  /** What its place lays out: the fields, and on a page what stands beside them. */
  children: ReactNode;
}

/** The form element, what the fields in it share, and the dialogs that may come over it. */
export function FormFrame({ form, className, children }: Props) {
  const { t, language } = useTexts();
  const { entity, place, state, send, errors, changes, refused, isLoaded: there, failed, problem } = form;
  const { base, values } = state.context;
  if (failed) {
    const missing = problem?.status === 404;
    return (
      <ErrorState
        title={missing ? t('record.missing') : t('form.reloadFailed', { problem: problem?.message ?? '' })}
        text={missing ? t('record.missingText') : undefined}
        onRetry={missing ? undefined : form.retry}
        errorKey={problem?.key}
        traceId={problem?.traceId}
      />
    );
  }
  if (!there) return <FormSkeleton page={place === 'page'} />;
  return (
    <FormContext
      value={{
        ...{ entity: entity.key, schema: entity.schema, language, place, base, values, errors },
        locked: refused !== false,
        change: (pointer, value) => refused === false && send({ type: 'CHANGE', pointer, value }),
      }}
    >
      <form
        data-record
        noValidate
        className={className}
        onSubmit={(event) => {
          event.preventDefault();
          form.save();
        }}
      >
        {children}
        {/* Enter in a field submits; the visible button stands in the action bar */}
        <button type="submit" hidden tabIndex={-1} aria-hidden />
      </form>
      <ConflictDialog state={state} send={send} />
      <LeaveGuard
        dirty={changes.length > 0}
        one={t(`entity.${entity.key}.one`)}
        of={place === 'page' ? ['id'] : ['id', 'panel']}
        onLeave={() => send({ type: 'DISCARD' })}
      />
    </FormContext>
  );
}

/** The kind's own fields under what one should know of them; held while a draft or a deletion must be decided on. */
export function FormFields({ form }: { form: OpenForm }) {
  const { parts, place, isBlocked: held } = form;
  return (
    <>
      <FormNotes {...form} />
      <div
        inert={held}
        data-held={held || undefined}
        className={place === 'page' ? 'flex flex-col gap-3 data-held:opacity-55' : 'data-held:opacity-55'}
      >
        <parts.Fields />
      </div>
      {place !== 'page' && <OpenPointsBlock form={form} />}
    </>
  );
}

/** Fields to come, where they will be: on a page in a panel beside its side column. */
export const FormSkeleton = ({ page = false }) =>
  page ? (
    <div className="@container">
      <div className="late grid gap-x-4 px-6 py-4 @4xl:grid-cols-[minmax(0,1fr)_288px]">
        <div className="rounded-md border border-line bg-panel">
          <FieldsToCome />
        </div>
      </div>
    </div>
  ) : (
    <FieldsToCome />
  );

const FieldsToCome = () => (
  <div className="grid w-full grid-cols-2 gap-x-4 gap-y-12 px-(--form-edge) pt-9 pb-12">
    {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => (
      <Skeleton key={key} height={32} className="late" />
    ))}
  </div>
);
