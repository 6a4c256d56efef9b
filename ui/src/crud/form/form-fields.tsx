import { createContext, type ReactNode, use, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import type { BodyName, Entity, Language } from '#api/facts.gen.ts';
import { readOnly, requiredToApprove, requiredToSave, upperCase } from '#api/facts.gen.ts';
import type { FieldError } from '#api/problem.ts';
import { fieldHint, matchesPattern } from '#api/texts.ts';
import { readPointer } from '#crud/pointers.ts';
import { pointerText } from '#crud/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import type { RecordData } from './merge.ts';
import { same } from './merge.ts';

export interface FormState {
  /** The kind of record; undefined for what is no record: users, roles, settings. */
  entity?: Entity | undefined;
  schema: BodyName;
  /** Sections are panels on a page, ruled parts elsewhere. */
  place: 'panel' | 'dialog' | 'page';
  /** Everything is shown, nothing can be changed. */
  locked: boolean;
  /** The record as it was read; null for a new one. */
  base: RecordData | null;
  values: Record<string, unknown>;
  errors: readonly FieldError[];
  /** Null takes a value away. */
  change: (pointer: string, value: unknown) => void;
}

/** The state of a form, of which each field subscribes to its own part: a keystroke renders that field alone. */
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

/** Gives the fields inside it the state of their form. */
export function FormProvider({ state, children }: { state: FormState; children: ReactNode }) {
  const [store] = useState(() => createFormStore(state));
  useLayoutEffect(() => store.write(state));
  return <FormContext value={store}>{children}</FormContext>;
}

/** The form around a field, for event handlers: what it reads does not render the field again. */
export function useFormStore(): FormStore {
  const store = use(FormContext);
  if (!store) throw new Error('A field stands outside of a form.');
  return store;
}

/** A part of the form's state; `select` gives a primitive, or something that stays the same until it changes. */
export function useFormState<T>(select: (state: FormState) => T): T {
  const { subscribe, read } = useFormStore();
  return useSyncExternalStore(subscribe, () => select(read()));
}

/** The value of a field, by its name. */
export const useFormValue = (name: string): unknown => useFormState(({ values }) => readPointer(values, `/${name}`));

/** The message of the first error at a pointer or below it. */
export const useErrorMessage = (pointer: string): string | undefined =>
  useFormState(({ errors }) => errors.find((error) => isAtOrBelow(error.pointer, pointer))?.message);

export const isAtOrBelow = (pointer: string, ancestor: string): boolean =>
  pointer === ancestor || pointer.startsWith(`${ancestor}/`);

/** Changes a value of the form. */
export function useChange(): FormState['change'] {
  const store = useFormStore();
  return (pointer, value) => store.read().change(pointer, value);
}

/** Whether these fields still hold what is saved, which was checked when it was saved; never so in a new record. */
export const useIsSaved = (...pointers: string[]): boolean =>
  useFormState(
    ({ base, values }) =>
      base !== null &&
      pointers.every((pointer) => same(readPointer(base, pointer) ?? null, readPointer(values, pointer) ?? null)),
  );

/** Everything that a field shows and does, by its name (`icaoCode`, `verification/note`); the contract says most of it. */
export function useField(name: string) {
  const { language } = useTexts();
  const { entity, schema } = useFormStore().read();
  const locked = useFormState((state) => state.locked);
  const change = useChange();
  const pointer = `/${name}`;
  const isAmong = (places: readonly string[] = []) => places.some((place) => matchesPattern(place, pointer));
  return {
    value: useFormValue(name),
    set: (value: unknown) => change(pointer, value === '' ? null : value),
    error: useErrorMessage(pointer),
    required: isAmong(requiredToSave[schema]),
    neededForApproval: isAmong(entity && requiredToApprove[entity]),
    hint: asSentence(fieldHint(schema, pointer, language)?.trim(), language),
    upper: isAmong(upperCase[schema]),
    /** Shown, not edited. */
    lock: locked || isAmong(readOnly[schema]),
  };
}

/** A hint continues "Must be …"; alone it begins as a sentence does. */
const asSentence = (hint: string | undefined, language: Language) =>
  language === 'en' && hint ? hint.charAt(0).toUpperCase() + hint.slice(1) : hint;

interface FieldLabelProps {
  pointer: string;
  /** The name of the field where it stands, if not its full name. */
  text?: string;
}

/** The label of a field, marked by its pointer so that errors and notes lead to the field in any language. */
export const FieldLabel = ({ pointer, text = pointerText(pointer) }: FieldLabelProps) => (
  <span data-pointer={pointer}>{text}</span>
);

// beside a field's label there may be buttons, too
const TEXT_CONTROLS = 'input, textarea, [role="switch"], [role="radio"][tabindex="0"]';
const OTHER_CONTROLS = 'button, [tabindex="0"]';
// a number's frame is marked as invalid too, and takes no focus
const INVALID = '[aria-invalid="true"]:not([role="group"])';
const queryForm = <T extends HTMLElement>(selector: string): T[] => [
  ...document.querySelectorAll<T>(`form[data-record] ${selector}`),
];

/** Puts the focus where filling in begins. */
export function focusFirstField(): void {
  queryForm(':is(input, textarea):not([readonly])')[0]?.focus();
}

/** Puts the focus on the first invalid control of the form, once it is marked as such. */
export function focusFirstError(): void {
  requestAnimationFrame(() => queryForm(INVALID)[0]?.focus());
}

/** The frame of the field at a pointer, else of its nearest ancestor: the pointer marks the frame or its label. */
function frameAt(pointer: string): Element | null | undefined {
  if (pointer === '') return undefined;
  const marked = queryForm(`[data-pointer="${CSS.escape(pointer)}"]`)[0];
  if (!marked) return frameAt(pointer.slice(0, pointer.lastIndexOf('/')));
  return marked.closest('[id$="-label"]')?.parentElement?.parentElement ?? marked;
}

/** Puts the focus on the field at a pointer, else on the first invalid one. */
export function focusPointer(pointer: string): void {
  const frame = frameAt(pointer);
  const find = (selector: string) => frame?.querySelector<HTMLElement>(selector);
  const control = find(TEXT_CONTROLS) ?? find(OTHER_CONTROLS) ?? queryForm(INVALID)[0];
  control?.scrollIntoView({ block: 'center' });
  control?.focus({ preventScroll: true });
}
