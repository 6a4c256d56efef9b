import { useEffect, useMemo, useRef } from 'react';
import type { BodyName, EntityKey } from '#api/metadata.gen.ts';
import type { Problem } from '#api/problem.ts';
import { useTexts } from '#i18n/i18n.ts';
import { useShortcut } from '#kit/shortcuts.ts';
import { toRequestBody } from './definition/form-definition.ts';
import { type FormState, focusFirstField, focusPointer } from './form-fields.tsx';
import { type StatusOnRelease, savedValues } from './state/form-context.ts';
import { changedPointers } from './state/merge.ts';
import { type FormMachine, useDraftAutosave } from './state/use-form-machine.ts';

/** Returns the form's errors in the current language; errors that only the server can find keep their original text. */
function useLocalizedErrors({ validate, state }: FormMachine) {
  const { language } = useTexts();
  const { values, errors } = state.context;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed value does not change the text of these errors
  return useMemo(() => {
    if (errors.length === 0) return errors;
    const localized = validate(toRequestBody(values), language);
    return errors.map(
      (error) => localized.find(({ pointer, rule }) => pointer === error.pointer && rule === error.rule) ?? error,
    );
  }, [validate, errors, language]);
}

const NO_CHANGES: readonly string[] = [];

interface EditFormOptions {
  entity?: EntityKey;
  schema: BodyName;
  layout: FormState['layout'];
  isNested?: boolean;
  /** Why the form is read-only; false if it can be edited. */
  disabledReason: string | false;
  /** What change sets will do to the record on their dates. */
  upcoming?: FormState['upcoming'];
  set?: FormState['set'];
  needsApprovalFields?: FormState['needsApprovalFields'];
  /** A second read that must finish before the record can be edited. */
  secondRead?: { isLoaded: boolean; problem: Problem | undefined; loading: boolean; reload: () => void };
}

/** Returns the state and commands of a form that all layouts share. */
export function useEditForm(machine: FormMachine, options: EditFormOptions) {
  const { entity, schema, layout, isNested = false, disabledReason, upcoming, set, secondRead } = options;
  const { needsApprovalFields = false } = options;
  const { state, send } = machine;
  const { record, values, problem } = state.context;
  const errors = useLocalizedErrors(machine);
  const isUnsaved = state.status === 'active' && state.hasTag('unsaved');
  const changes = isUnsaved ? changedPointers(savedValues(state.context), values) : NO_CHANGES;
  const { draftSavedAt, keepDraft } = useDraftAutosave(machine, changes.length > 0);
  // fields look disabled while the user must first decide on a draft or a deletion
  const isBlocked = state.matches('draftOffered') || state.matches('deleted');
  const isSecondReadMissing = secondRead !== undefined && !secondRead.isLoaded;
  const hasFailed = state.matches('failed') || (isSecondReadMissing && secondRead.problem !== undefined);
  const isLoaded = !hasFailed && !isSecondReadMissing && !state.matches('loading');
  const fields: FormState = {
    ...(entity && { entity }),
    schema,
    layout,
    isNested,
    record,
    values,
    errors,
    isReadOnly: disabledReason !== false,
    upcoming,
    set,
    needsApprovalFields,
    setValue: (pointer, value) => disabledReason === false && send({ type: 'CHANGE', pointer, value }),
  };
  return {
    fields,
    layout,
    state,
    send,
    errors,
    changes,
    disabledReason,
    isBlocked,
    isLoaded,
    hasFailed,
    /** Whether a failed load is being repeated. */
    isRetrying: hasFailed && secondRead?.loading === true,
    draftSavedAt,
    keepDraft,
    /** Whether the user has typed other values, which the form shows again where it can be edited. */
    hasDraftInOtherView: machine.hasDraftInOtherView,
    /** Why loading or the last save failed. */
    problem: problem ?? secondRead?.problem,
    /** Whether saving creates a proposal. */
    savesAsProposal: false,
    /** Whether saving adds to the change set in which one works. */
    savesToSet: false,
    /** Sets the day from which a save is in effect; undefined where it always is at once. */
    setEffectiveOn: undefined as ((day: string | null) => void) | undefined,
    /** Sets the status that a change set gives to the new record; undefined where none creates it. */
    setBecome: undefined as ((become: StatusOnRelease) => void) | undefined,
    /**
     * Opens a field that a quick edit does not show in the complete form; null if there is none, as of a new record. Forms without it
     * show all fields.
     */
    openField: undefined as ((pointer: string) => void) | null | undefined,
    save: () => {
      if (isLoaded && disabledReason === false) send({ type: 'SAVE' });
    },
    discard: () => send({ type: 'DISCARD' }),
    retry: () => {
      if (state.matches('failed')) send({ type: 'RETRY' });
      if (isSecondReadMissing) secondRead.reload();
    },
  };
}

export type EditForm = ReturnType<typeof useEditForm>;

/** Focuses a field as soon as the form can be edited: the one at the pointer, else the first. */
export function useInitialFocus({ isLoaded, isBlocked, disabledReason }: EditForm, pointer?: string): void {
  const isOpen = isLoaded && !isBlocked && !disabledReason;
  const hasFocused = useRef(false);
  const frame = useRef(0);
  useEffect(() => {
    // opening a panel removes the field from the address, which must neither move the focus nor keep it from getting to the field
    if (!isOpen || (hasFocused.current && pointer === undefined)) return;
    hasFocused.current = true;
    cancelAnimationFrame(frame.current);
    // a dialog mounts after this effect and takes the focus first
    frame.current = requestAnimationFrame(() => {
      if (pointer === undefined || !focusPointer(pointer)) focusFirstField();
    });
  }, [isOpen, pointer]);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);
}

/** Saves on Ctrl+S or Cmd+S. */
export const useSaveShortcut = (save: () => void, layout: FormState['layout'], active = true) =>
  useShortcut('mod+s', 'save', save, { inDialog: layout === 'dialog', active });
