import { useMachine } from '@xstate/react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { fromPromise } from 'xstate';
import type { BodyName, Entity } from '#api/facts.gen.ts';
import type { Problem } from '#api/problem.ts';
import type { Validate } from '#api/validate.ts';
import { notify } from '#crud/notify.ts';
import type { Data } from '#crud/pointers.ts';
import { recordsChanged } from '#crud/query-client.ts';
import { language, useTexts } from '#i18n/i18n.ts';
import { IconButton } from '#kit/buttons/button.tsx';
import { useHotkey } from '#kit/buttons/use-hotkey.ts';
import { CodeBadge } from '#kit/display/chip.tsx';
import { Drawer } from '#kit/layers/drawer.tsx';
import { ErrorState, Skeleton } from '#kit/messages/page-state.tsx';
import { session } from '#session/session.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { createDrafts, type DraftKey } from './drafts.ts';
import { toBody } from './form-definition.ts';
import { FormProvider, type FormState, focusFirstError, focusFirstField } from './form-fields.tsx';
import { FormNotes } from './form-notes.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { changedPointers, type ReadRecord, type RecordFormInput, type Saved } from './merge.ts';
import { recordFormMachine } from './record-form.machine.ts';

export const drafts = createDrafts();

const draftKey = (entity: string, id: number | null): DraftKey => ({
  user: session.user?.username ?? '',
  entity,
  id,
});

/** The calls of one form: of a kind of record, or of anything else that has a version. */
export interface FormCalls {
  /** `since`: the version that a draft was typed over. */
  load: (id: number, since: number | null) => Promise<ReadRecord>;
  /** `version` is null for a new one; `body` as it is sent. */
  save: (id: number | null, version: number | null, body: Record<string, unknown>) => Promise<Saved>;
  toastAfterSave: (saved: Saved) => void;
}

interface FormOptions extends Pick<RecordFormInput, 'id' | 'blank' | 'toValues' | 'staysOpenAfterSave'> {
  /** Under which drafts are kept on this device. */
  name: string;
  validate: Validate;
  calls: FormCalls;
}

/** The machine of a form with its calls, its drafts on this device and its toasts. */
export function useFormMachine({ name, validate, calls, ...input }: FormOptions) {
  const { id } = input;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is remounted for another record
  const machine = useMemo(() => provide(draftKey(name, id), calls), []);
  const [state, send, actor] = useMachine(machine, {
    input: {
      ...input,
      draft: drafts.read(draftKey(name, id)),
      validate: (values) => validate(toBody(values), language()),
    },
  });
  useEffect(() => session.subscribe(() => !session.loggedIn && actor.send({ type: 'SESSION_ENDED' })), [actor]);
  return { name, validate, state, send };
}

export type FormMachine = ReturnType<typeof useFormMachine>;

// drafts belong to whoever opened the form: once the session has ended, there is no user to ask for
const provide = (key: DraftKey, { load, save, toastAfterSave }: FormCalls) =>
  recordFormMachine.provide({
    actors: {
      load: fromPromise(({ input }) => load(input.id ?? 0, input.since)),
      save: fromPromise(({ input: { id, version, values } }) => save(id, version, toBody(values))),
    },
    actions: {
      saveDraft: ({ context: { id, values, baseValues, version } }) => {
        drafts.save({ ...key, id }, { values, baseValues, version });
      },
      discardDraft: ({ context: { id } }) => drafts.remove({ ...key, id }),
      focusFirst: ({ context }) => context.errors.length > 0 && focusFirstError(),
      notify: ({ context: { saved, problem } }) => {
        if (problem) return void notify.error(problem.message);
        if (!saved) return;
        recordsChanged();
        toastAfterSave(saved);
      },
    },
  });

const AUTOSAVE_DELAY_MS = 800;

/** Saves what is typed as a draft whenever typing pauses; returns when it did so last. */
function useDraftAutosave({ name, state, send }: FormMachine, isUnsaved: boolean): string | undefined {
  const [time, setTime] = useState<number>();
  const { id, values } = state.context;
  const isEditing = state.matches('editing');
  // biome-ignore lint/correctness/useExhaustiveDependencies: waits until the values have not changed for a while
  useEffect(() => {
    if (!isEditing || (!isUnsaved && time === undefined)) return;
    const timer = setTimeout(() => {
      // a proposal of one's own differs from the record, but is stored on the server and needs no draft
      send({ type: isUnsaved ? 'AUTOSAVE' : 'DISCARD_DRAFT' });
      setTime(drafts.read(draftKey(name, id))?.time);
    }, AUTOSAVE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isEditing, isUnsaved, values]);
  return time === undefined ? undefined : new Date(time).toISOString();
}

/** The form's errors in the page's language, also after a switch; one that only the server finds stays as it came. */
function useLocalizedErrors({ validate, state }: FormMachine) {
  const { language } = useTexts();
  const { values, errors } = state.context;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another value says nothing new about these errors
  return useMemo(() => {
    if (errors.length === 0) return errors;
    const localized = validate(toBody(values), language);
    return errors.map(
      (error) => localized.find(({ pointer, rule }) => pointer === error.pointer && rule === error.rule) ?? error,
    );
  }, [validate, errors, language]);
}

const NO_CHANGES: readonly string[] = [];

interface EditOptions {
  entity?: Entity;
  schema: BodyName;
  place: FormState['place'];
  /** Why nothing can be changed; false where it can. */
  disabledReason: string | false;
  /** What was proposed already and so is no change to lose. */
  proposedValues?: Data | undefined;
  /** What must be read beside the record before it can be edited. */
  context?: { isLoaded: boolean; problem: Problem | undefined; reload: () => void };
}

/** A form as every place shows it: what is typed, what is wrong, what stands against it. */
export function useEditForm(machine: FormMachine, options: EditOptions) {
  const { entity, schema, place, disabledReason, proposedValues, context } = options;
  const { state, send } = machine;
  const { base, baseValues, values, problem } = state.context;
  const errors = useLocalizedErrors(machine);
  const isDirty = state.status === 'active' && state.hasTag('dirty');
  const changes = isDirty ? changedPointers(proposedValues ?? baseValues, values) : NO_CHANGES;
  const draftSavedAt = useDraftAutosave(machine, changes.length > 0);
  // what cannot be changed now does not look as if it could
  const isBlocked = state.matches('draftOffered') || state.matches('gone');
  const isContextMissing = context !== undefined && !context.isLoaded;
  const failed = state.matches('failed') || (isContextMissing && context.problem !== undefined);
  const isLoaded = !failed && !isContextMissing && !state.matches('loading');
  const fields: FormState = {
    ...(entity && { entity }),
    schema,
    place,
    base,
    values,
    errors,
    locked: disabledReason !== false,
    change: (pointer, value) => disabledReason === false && send({ type: 'CHANGE', pointer, value }),
  };
  return {
    fields,
    place,
    state,
    send,
    errors,
    changes,
    disabledReason,
    isBlocked,
    isLoaded,
    failed,
    draftSavedAt,
    /** Why it could not be loaded, or saved last. */
    problem: problem ?? context?.problem,
    /** Saving makes a proposal. */
    savesAsProposal: false,
    save: () => {
      if (isLoaded && disabledReason === false) send({ type: 'SAVE' });
    },
    discard: () => send({ type: 'DISCARD' }),
    retry: () => {
      if (state.matches('failed')) send({ type: 'RETRY' });
      if (isContextMissing) context.reload();
    },
  };
}

export type EditForm = ReturnType<typeof useEditForm>;

/** Puts the focus on the first field as soon as the form can be filled in. */
export function useInitialFocus({ isLoaded, isBlocked, disabledReason }: EditForm): void {
  const isOpen = isLoaded && !isBlocked && !disabledReason;
  useEffect(() => {
    if (!isOpen) return;
    // a dialog comes into the document after this, and takes the focus itself at first
    const frame = requestAnimationFrame(focusFirstField);
    return () => cancelAnimationFrame(frame);
  }, [isOpen]);
}

/** Saves by the key that saves everywhere. */
export const useSaveKey = (save: () => void, place: FormState['place']) =>
  useHotkey('mod+s', save, { inDialog: place === 'dialog' });

export interface FormTexts {
  /** What is edited, in the question before leaving. */
  one: string;
  /** Why it could not be loaded. */
  failed: (problem: string) => string;
  failedText?: string;
  /** What is said of one that does not exist; without it, that is a failure like others. */
  missing?: { title: string; text: string };
  /** The title of a conflict; a record's has one of its own. */
  conflict?: string;
}

interface FormFrameProps {
  form: EditForm;
  texts: FormTexts;
  /** The parts of the address that name this form: any other may change without leaving it. */
  addressParts: readonly string[];
  /** What Enter in a field does, where it is not saving at once. */
  onSubmit?: () => void;
  className?: string | undefined;
  children: ReactNode;
}

/** The form element with the state that its fields share, and the dialogs that may come over it. */
export function FormFrame({ form, texts, addressParts, onSubmit = form.save, className, children }: FormFrameProps) {
  const { state, send, place, problem } = form;
  if (form.failed) {
    const missing = problem?.status === 404 ? texts.missing : undefined;
    return (
      <ErrorState
        title={missing ? missing.title : texts.failed(problem?.message ?? '')}
        text={missing ? missing.text : texts.failedText}
        onRetry={missing ? undefined : form.retry}
        errorKey={problem?.key}
        traceId={problem?.traceId}
      />
    );
  }
  if (!form.isLoaded) return <FormSkeleton page={place === 'page'} />;
  return (
    <FormProvider state={form.fields}>
      <form
        data-record
        noValidate
        className={className}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
        {/* Enter in a field submits; the visible button stands in the action bar */}
        <button type="submit" hidden tabIndex={-1} aria-hidden />
      </form>
      <ConflictDialog state={state} send={send} title={texts.conflict} schema={form.fields.schema} />
      <LeaveGuard
        dirty={form.changes.length > 0}
        one={texts.one}
        addressParts={addressParts}
        onLeave={() => send({ type: 'DISCARD' })}
      />
    </FormProvider>
  );
}

interface FormBodyProps {
  form: Parameters<typeof FormNotes>[0];
  className?: string;
  children: ReactNode;
}

/** The fields under what one should know of them; blocked while a draft or a deletion must be decided on. */
export function FormBody({ form, className, children }: FormBodyProps) {
  const spacing = form.place === 'page' ? 'flex flex-col gap-3' : '';
  return (
    <>
      <FormNotes {...form} />
      <div
        inert={form.isBlocked}
        data-held={form.isBlocked || undefined}
        className={`data-held:opacity-55 ${className ?? spacing}`}
      >
        {children}
      </div>
    </>
  );
}

/** Placeholders where the fields will be: on a page in a panel beside its side column. */
export const FormSkeleton = ({ page = false }) =>
  page ? (
    <div className="@container">
      <div className="animate-fade-in-delayed grid gap-x-4 px-6 py-4 @4xl:grid-cols-[minmax(0,1fr)_288px]">
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

/** A form beside its list. */
export const FormDrawer = ({ name, title = name, ...props }: FormDrawerProps) => (
  <Drawer open width={480} aria-label={name} title={title} {...props} />
);

interface FormHeadProps {
  title: ReactNode;
  code: string | undefined;
  onBack: () => void;
  children: ReactNode;
}

/** The head of a form's page: the way back to the list, what is edited, and what else can be done with it. */
export function FormHead({ title, code, onBack, children }: FormHeadProps) {
  const { t } = useTexts();
  return (
    <header className="flex h-13 flex-none items-center gap-2 border-b border-line bg-panel px-6 max-sm:px-3 max-sm:[&_[data-label]]:sr-only max-sm:[&_[data-label]]:block">
      <IconButton icon="chevron-left" size="md" className="-ml-2" aria-label={t('form.backToList')} onClick={onBack} />
      {code && (
        <CodeBadge size="md" onCopy={() => notify.success(t('common.copied'))}>
          {code}
        </CodeBadge>
      )}
      <h1 className="min-w-0 truncate ml-1 text-lg font-semibold">{title}</h1>
      {children}
    </header>
  );
}

/** The action bar of a form's page. */
export const FormFooter = ({ children }: { children: ReactNode }) => (
  <footer className="flex min-h-14 flex-none items-center border-t border-line-strong bg-panel px-6 py-2 empty:hidden max-sm:px-3">
    {children}
  </footer>
);
