import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  use,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import type { BodyName, EntityKey, Language } from '#api/metadata.gen.ts';
import { readOnly, requiredToApprove, requiredToSave, upperCase } from '#api/metadata.gen.ts';
import type { FieldError } from '#api/problem.ts';
import { matchesPattern } from '#api/texts.ts';
import { fieldHint } from '#api/validate.ts';
import { loadSetMarks } from '#crud/change-set/load-in-set.ts';
import { UpcomingValue } from '#crud/change-set/upcoming-marks.tsx';
import type { UpcomingChange } from '#crud/change-set/upcoming-text.ts';
import type { WorkingSet } from '#crud/change-set/working-set.ts';
import { readPointer } from '#crud/pointers.ts';
import { labelIn } from '#crud/text/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { FieldAside } from './field-aside.tsx';
import type { RecordData } from './state/form-context.ts';
import { isEqual } from './state/merge.ts';

const SetValueMark = lazy(async () => ({ default: (await loadSetMarks()).SetValueMark }));

export interface FormState {
  /** The record's entity; undefined for users, roles and settings. */
  entity?: EntityKey | undefined;
  schema: BodyName;
  /** Sections are panels on a page, and separated by lines elsewhere. */
  layout: 'panel' | 'dialog' | 'page';
  /** Whether the form is in a dialog over the one that refers to its record. */
  isNested?: boolean;
  /** Whether the fields are shown but cannot be changed. */
  isReadOnly: boolean;
  /** The record as it was loaded; null for a new record. */
  record: RecordData | null;
  values: Record<string, unknown>;
  errors: readonly FieldError[];
  /** What change sets will do to the record on their dates. */
  upcoming?: readonly UpcomingChange[] | undefined;
  /** The change set into which the form saves, and to whose records it can refer. */
  set?: WorkingSet | null | undefined;
  /** Whether a save needs what approval requires, as a change set makes the new record approved or active. */
  needsApprovalFields?: boolean;
  /** Sets a field's value; null clears it. */
  setValue: (pointer: string, value: unknown) => void;
}

/** A form's state, of which each field subscribes to its own part, so that a keystroke renders only that field. */
export interface FormStore {
  subscribe: (listener: () => void) => () => void;
  read: () => FormState;
}

const FormContext = createContext<FormStore | null>(null);

function createFormStore(initial: FormState) {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    read: () => state,
    write(next: FormState) {
      state = next;
      for (const listener of listeners) listener();
    },
  };
}

/** Provides the form's state to the fields inside it. */
export function FormProvider({ state, children }: { state: FormState; children: ReactNode }) {
  const [store] = useState(() => createFormStore(state));
  useLayoutEffect(() => store.write(state));
  return <FormContext value={store}>{children}</FormContext>;
}

/** Returns the store of the surrounding form without subscribing to it, for event handlers. */
export function useFormStore(): FormStore {
  const store = use(FormContext);
  if (!store) throw new Error('A field must be inside a FormProvider.');
  return store;
}

/** Subscribes to a part of the form's state; `select` must return a primitive or a stable reference. */
export function useFormState<T>(select: (state: FormState) => T): T {
  const { subscribe, read } = useFormStore();
  return useSyncExternalStore(subscribe, () => select(read()));
}

/** Returns a field's value by its name. */
export const useFormValue = (name: string): unknown => useFormState(({ values }) => readPointer(values, `/${name}`));

/** Returns the message of the first error at a pointer or below it. */
export const useErrorMessage = (pointer: string): string | undefined =>
  useFormState(({ errors }) => errors.find((error) => isAtOrBelow(error.pointer, pointer))?.message);

export const isAtOrBelow = (pointer: string, ancestor: string): boolean =>
  pointer === ancestor || pointer.startsWith(`${ancestor}/`);

/** Returns the setter of the form's values. */
export function useSetValue(): FormState['setValue'] {
  const store = useFormStore();
  return (pointer, value) => store.read().setValue(pointer, value);
}

/** Returns whether these fields still have their saved values; false in a new record. */
export const useIsUnchanged = (...pointers: string[]): boolean =>
  useFormState(
    ({ record, values }) =>
      record !== null &&
      pointers.every((pointer) => isEqual(readPointer(record, pointer) ?? null, readPointer(values, pointer) ?? null)),
  );

/** Returns a field's value, setter, error, constraints and explanation by its name (`icaoCode`, `verification/note`). */
export function useField(name: string) {
  const { language } = useTexts();
  const { entity, schema } = useFormStore().read();
  const isFormReadOnly = useFormState((state) => state.isReadOnly);
  const change = useSetValue();
  const pointer = `/${name}`;
  const matchesAny = (patterns: readonly string[] = []) => patterns.some((pattern) => matchesPattern(pattern, pointer));
  const needsApprovalFields = useFormState((state) => state.needsApprovalFields === true);
  const isRequiredToApprove = matchesAny(entity ? requiredToApprove[entity] : []);
  const required = matchesAny(requiredToSave[schema]) || (needsApprovalFields && isRequiredToApprove);
  const isNeededForApproval = !required && isRequiredToApprove;
  return {
    value: useFormValue(name),
    set: (value: unknown) => change(pointer, value === '' ? null : value),
    error: useErrorMessage(pointer),
    required,
    aside: (
      <span className="flex min-w-0 items-center gap-1.5 empty:hidden">
        <UpcomingFieldValue pointer={pointer} />
        <FieldAside entity={entity} name={name} isNeededForApproval={isNeededForApproval} />
      </span>
    ),
    /** For a field that shows something of its own beside the label. */
    explanation: <FieldAside entity={entity} name={name} isNeededForApproval={false} />,
    hint: capitalizeHint(fieldHint(schema, pointer, language)?.trim(), language),
    upper: matchesAny(upperCase[schema]),
    /** Whether the field is shown read-only. */
    lock: isFormReadOnly || matchesAny(readOnly[schema]),
  };
}

/** Says what the value of a field will be, where a change set changes it, and what it was where the set in which one works does. */
export function UpcomingFieldValue({ pointer }: { pointer: string }) {
  const { entity, set } = useFormStore().read();
  const upcoming = useFormState((state) => state.upcoming);
  const recordId = useFormState(({ record }) => record?.id);
  if (!entity) return null;
  // the field has the value that the set itself gives it
  const ofOthers = upcoming?.filter(({ changeSet }) => changeSet.id !== set?.id);
  return (
    // both together leave room for the label
    <span className="flex max-w-[60cqw] min-w-0 items-center gap-1.5 empty:hidden">
      {ofOthers && <UpcomingValue entity={entity} pointer={pointer} upcoming={ofOthers} />}
      {set && recordId !== undefined && (
        <Suspense>
          <SetValueMark entity={entity} id={recordId} pointer={pointer} />
        </Suspense>
      )}
    </span>
  );
}

/** Capitalizes an English hint, which the contract writes as the end of "Must be …". */
const capitalizeHint = (hint: string | undefined, language: Language) =>
  language === 'en' && hint ? hint.charAt(0).toUpperCase() + hint.slice(1) : hint;

interface FieldLabelProps {
  pointer: string;
  /** The label's text, if not the field's full name. */
  text?: string;
}

/** A field's label, marked with its pointer so that errors and notes can focus the field in any language. */
export function FieldLabel({ pointer, text }: FieldLabelProps) {
  const { schema } = useFormStore().read();
  return <span data-pointer={pointer}>{text ?? labelIn(schema, pointer)}</span>;
}

// buttons next to the label come after the text controls
const TEXT_CONTROL_SELECTOR = 'input, textarea, [role="switch"], [role="radio"][tabindex="0"]';
const OTHER_CONTROL_SELECTOR = 'button:not([data-about]), [tabindex="0"]';
// the group around a number field is marked invalid too, but cannot be focused
const INVALID_CONTROL_SELECTOR = ':is([aria-invalid="true"], [data-invalid]):not([role="group"])';

/** Finds elements of the form; if a dialog with a form covers another form, the dialog's, which is last in the document. */
const queryForm = <T extends HTMLElement>(selector: string): T[] => {
  const form = [...document.querySelectorAll('form[data-record]')].at(-1);
  return form ? [...form.querySelectorAll<T>(selector)] : [];
};

/** Focuses the first editable text control of the form, unless the user is already in another one. */
export function focusFirstField(): void {
  const controls = queryForm(':is(input, textarea):not([readonly])');
  if (!controls.some((control) => control === document.activeElement)) controls[0]?.focus();
}

/** Focuses the first invalid control of the form after the errors have been rendered. */
export function focusFirstError(): void {
  requestAnimationFrame(() => queryForm(INVALID_CONTROL_SELECTOR)[0]?.focus());
}

/** Returns the element around the field at a pointer, else around its nearest ancestor. */
function findFieldFrame(pointer: string): Element | null | undefined {
  if (pointer === '') return undefined;
  const markedElement = queryForm(`[data-pointer="${CSS.escape(pointer)}"]`)[0];
  if (!markedElement) return findFieldFrame(pointer.slice(0, pointer.lastIndexOf('/')));
  // the pointer marks either the element itself or its label
  return markedElement.closest('[id$="-label"]')?.parentElement?.parentElement ?? markedElement;
}

/** Opens the explanation of the field that contains an element; returns whether there is one. */
export function openExplanation(element: Element): boolean {
  const frame = element.closest(':has(> div > [id$="-label"])');
  const button = frame?.querySelector<HTMLElement>('[data-about]') ?? null;
  button?.click();
  return button !== null;
}

/** Returns whether the form shows the field at a pointer: a quick edit has only some of them. */
export const hasField = (pointer: string): boolean => Boolean(findFieldFrame(pointer));

/** Focuses the field at a pointer, else the first invalid one; returns whether there is one. */
export function focusPointer(pointer: string): boolean {
  const frame = findFieldFrame(pointer);
  const find = (selector: string) => frame?.querySelector<HTMLElement>(selector);
  const [firstInvalid] = queryForm(INVALID_CONTROL_SELECTOR);
  const control =
    find(INVALID_CONTROL_SELECTOR) ?? find(TEXT_CONTROL_SELECTOR) ?? find(OTHER_CONTROL_SELECTOR) ?? firstInvalid;
  control?.scrollIntoView({ block: 'center' });
  control?.focus({ preventScroll: true });
  return control !== undefined && control !== null;
}
