import { createContext, use } from 'react';
import type { BodyName, Entity, Language } from '#api/facts.gen.ts';
import { readOnly, requiredToApprove, requiredToSave, upperCase } from '#api/facts.gen.ts';
import type { FieldError } from '#api/problem.ts';
import { hintAt, isAt } from '#api/texts.ts';
import { readPointer, same } from '#crud/merge.ts';
import type { RecordData } from '#crud/record-form.ts';

export interface FormContextValue {
  /** The kind of record; none for what only administrators keep: users, roles. */
  entity?: Entity;
  schema: BodyName;
  language: Language;
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

export const FormContext = createContext<FormContextValue | null>(null);

export function useForm(): FormContextValue {
  const form = use(FormContext);
  if (!form) throw new Error('A field stands outside of a record form.');
  return form;
}

/** Whether these still hold what is saved, and so what was looked at when it was; never so in a new record. */
export function useIsSaved(...pointers: string[]): boolean {
  const { base, values } = useForm();
  return base !== null && pointers.every((at) => same(readPointer(base, at) ?? null, readPointer(values, at) ?? null));
}

/** Everything that a field shows and does, by its name (`icaoCode`, `verification/note`); the contract says most of it. */
export function useField(name: string) {
  const { entity, schema, language, locked, values, errors, change } = useForm();
  const pointer = `/${name}`;
  const error = errors.find((one) => one.pointer === pointer || one.pointer.startsWith(`${pointer}/`));
  const among = (places: readonly string[] = []) => places.some((place) => isAt(place, pointer));
  return {
    value: readPointer(values, pointer),
    set: (value: unknown) => change(pointer, value === '' ? null : value),
    error: error?.message,
    required: among(requiredToSave[schema]),
    neededForApproval: among(entity && requiredToApprove[entity]),
    hint: asSentence(hintAt(schema, pointer, language)?.trim(), language),
    upper: among(upperCase[schema]),
    /** Shown, not edited. */
    lock: locked || among(readOnly[schema]),
  };
}

/** A hint continues "Must be …"; alone it begins as a sentence does. */
const asSentence = (hint: string | undefined, language: Language) =>
  language === 'en' && hint ? hint.charAt(0).toUpperCase() + hint.slice(1) : hint;
