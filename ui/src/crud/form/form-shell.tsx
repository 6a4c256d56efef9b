import { type ReactNode, useEffect } from 'react';
import { LoadFailed } from '#crud/read/load-failed.tsx';
import { copyText } from '#crud/text/copy-text.ts';
import { useTexts, withTexts } from '#i18n/i18n.ts';
import { IconButton } from '#kit/buttons/button.tsx';
import { CodeBadge } from '#kit/display/code.tsx';
import { Drawer } from '#kit/layers/drawer.tsx';
import { createLazyCode, useLazyCode } from '#kit/lazy-code.ts';
import { Skeleton } from '#kit/messages/skeleton.tsx';
import { useLocalShortcut } from '#kit/shortcuts.ts';
import type { EditForm } from './edit-form.ts';
import { FormProvider, openExplanation } from './form-fields.tsx';
import { FormNotes } from './form-notes.tsx';
import { LeaveGuard } from './leave-guard.tsx';

export interface FormTexts {
  /** The name of what is edited, for the question before leaving. */
  subject: string;
  /** The title when loading has failed. */
  loadFailed: (problem: string) => string;
  loadFailedHint?: string;
  /** The message for a 404; without it, a 404 is shown like any other failure. */
  notFound?: { title: string; text: string };
  /** The title of the conflict dialog, if not the one for records. */
  conflictTitle?: string;
}

const conflictCode = createLazyCode(
  async () => (await withTexts(import('./conflict-dialog.tsx'), 'review')).ConflictDialog,
);

/** Loads the dialog for conflicts while the user edits, so that it opens without delay after a conflicting save. */
function useConflictDialog({ changes, state, send }: EditForm) {
  const isChanged = changes.length > 0;
  useEffect(() => {
    if (isChanged) void conflictCode.load();
  }, [isChanged]);
  return useLazyCode(conflictCode, state.matches('conflict'), () => send({ type: 'CLOSE_CONFLICT' }));
}

interface FormFrameProps {
  form: EditForm;
  texts: FormTexts;
  /** The URL parameters that identify this form: others may change without leaving it. */
  identityParams: readonly string[];
  /** Handles Enter in a field, if not by saving at once. */
  onSubmit?: () => void;
  className?: string | undefined;
  children: ReactNode;
}

/** The form element, its shared field state, and its dialogs for conflicts and unsaved changes. */
export function FormFrame({ form, texts, identityParams, onSubmit = form.save, className, children }: FormFrameProps) {
  const { state, send, layout, problem } = form;
  const ConflictDialog = useConflictDialog(form);
  // the cast: keys are pressed on elements
  const onExplain = useLocalShortcut('F1', 'explain', ({ target }) => openExplanation(target as Element));
  if (form.hasFailed) {
    const notFound = problem?.status === 404 ? texts.notFound : undefined;
    return (
      <LoadFailed
        title={notFound ? notFound.title : texts.loadFailed(problem?.message ?? '')}
        text={notFound ? notFound.text : texts.loadFailedHint}
        onRetry={notFound ? undefined : form.retry}
        retrying={form.isRetrying}
        problem={problem}
      />
    );
  }
  if (!form.isLoaded) return <FormSkeleton page={layout === 'page'} />;
  return (
    <FormProvider state={form.fields}>
      <form
        data-record
        noValidate
        className={className}
        onSubmit={(event) => {
          event.preventDefault();
          // React also reports events of the form in a dialog over this one
          if (event.target === event.currentTarget) onSubmit();
        }}
        onKeyDown={(event) => {
          // the cast: keys are pressed on elements
          if (event.currentTarget.contains(event.target as Element)) onExplain(event);
        }}
      >
        {children}
        {/* makes Enter in a field submit; the visible button is in the action bar */}
        <button type="submit" hidden tabIndex={-1} aria-hidden />
      </form>
      {ConflictDialog && (
        <ConflictDialog
          state={state}
          send={send}
          savesToSet={form.savesToSet}
          title={texts.conflictTitle}
          schema={form.fields.schema}
        />
      )}
      <LeaveGuard
        isUnsaved={form.changes.length > 0}
        isSaving={state.matches('saving')}
        subject={texts.subject}
        identityParams={identityParams}
        onLeave={() => send({ type: 'LEAVE' })}
      />
    </FormProvider>
  );
}

interface FormBodyProps {
  form: Parameters<typeof FormNotes>[0];
  className?: string;
  children: ReactNode;
}

/** The form's notes and fields; fields are blocked while the user must decide on a draft or a deletion. */
export function FormBody({ form, className, children }: FormBodyProps) {
  const spacing = form.layout === 'page' ? 'flex flex-col gap-3' : '';
  return (
    <>
      <FormNotes {...form} />
      <div
        inert={form.isBlocked}
        data-blocked={form.isBlocked || undefined}
        className={`data-blocked:opacity-55 ${className ?? spacing}`}
      >
        {children}
      </div>
    </>
  );
}

/** Placeholders for the fields; on a page, in a panel beside the side column. */
export const FormSkeleton = ({ page = false }) =>
  page ? (
    <div className="@container">
      <div className="animate-fade-in-delayed grid gap-x-4 px-page py-4 @4xl:grid-cols-[minmax(0,1fr)_288px]">
        <div className="rounded-md border border-line bg-panel">
          <FieldSkeletons />
        </div>
      </div>
    </div>
  ) : (
    <FieldSkeletons />
  );

const FieldSkeletons = () => (
  <div className="grid w-full grid-cols-2 gap-x-4 gap-y-12 px-(--form-edge) pt-9 pb-12">
    {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => (
      <Skeleton key={key} height={32} className="animate-fade-in-delayed" />
    ))}
  </div>
);

interface FormDrawerProps {
  name: string;
  title?: ReactNode;
  onClose: () => void;
  footer?: ReactNode;
  children: ReactNode;
}

/** A drawer beside the list that contains a form. */
export const FormDrawer = ({ name, title = name, ...props }: FormDrawerProps) => (
  <Drawer open width={480} aria-label={name} title={title} {...props} />
);

interface FormHeadProps {
  title: ReactNode;
  code: string | undefined;
  onBack: () => void;
  children: ReactNode;
}

/** The header of a form page: a link back to the list, the record's title, and further actions. */
export function FormHead({ title, code, onBack, children }: FormHeadProps) {
  const { t } = useTexts();
  return (
    <header className="flex min-h-13 flex-none items-center gap-2 border-b border-line bg-panel px-page max-sm:flex-wrap max-sm:py-1.5 max-sm:[&_[data-label]]:sr-only max-sm:[&_[data-label]]:block">
      <IconButton icon="chevron-left" size="md" className="-ml-2" aria-label={t('form.backToList')} onClick={onBack} />
      {code && (
        <span className="flex max-w-2/5 flex-none">
          <CodeBadge size="md" onCopy={copyText}>
            {code}
          </CodeBadge>
        </span>
      )}
      <h1 className="ml-1 line-clamp-2 min-w-0 text-lg leading-5 font-semibold wrap-anywhere max-sm:flex-1 max-sm:basis-20">
        {title}
      </h1>
      {/* on phones a line of their own, so that the head stays as high when the code and the title have loaded */}
      <div className="contents max-sm:flex max-sm:w-full max-sm:items-center max-sm:gap-2 max-sm:empty:hidden">
        {children}
      </div>
    </header>
  );
}

/** The action bar of a form page. */
export const FormFooter = ({ children }: { children: ReactNode }) => (
  <footer className="flex min-h-14 flex-none items-center border-t border-line-strong bg-panel px-page py-2 empty:hidden">
    {children}
  </footer>
);
