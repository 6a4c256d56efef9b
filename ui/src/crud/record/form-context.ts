import { createContext, use } from 'react';
import type { BodyName, Entity, Language } from '#api/facts.gen.ts';
import { hints, requiredToApprove, requiredToSave, upperCase } from '#api/facts.gen.ts';
import type { FieldError } from '#api/problem.ts';
import { readPointer } from '#crud/merge.ts';

export interface FormContextValue {
  entity: Entity;
  schema: BodyName;
  language: Language;
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

/** Everything that a field shows and does, by its name; the contract says most of it. */
export function useField(name: string) {
  const { entity, schema, language, values, errors, change } = useForm();
  const pointer = `/${name}`;
  const error = errors.find((one) => one.pointer === pointer || one.pointer.startsWith(`${pointer}/`));
  return {
    value: readPointer(values, pointer),
    set: (value: unknown) => change(pointer, value === '' ? null : value),
    error: error?.message,
    required: requiredToSave[schema].includes(name),
    neededForApproval: requiredToApprove[entity].includes(name),
    hint: hints[schema]?.[name]?.[language].trim(),
    upper: upperCase[schema]?.includes(name) ?? false,
  };
}
