import { type ReactNode, useState } from 'react';
import type { BodyName, Entity } from '#api/facts.gen.ts';
import type { FieldError } from '#api/problem.ts';
import { writePointer } from '#crud/merge.ts';
import { FormContext } from '#crud/record/form-context.ts';
import { useTexts } from '#i18n/i18n.ts';

interface Props {
  entity: Entity;
  schema: BodyName;
  values?: Record<string, unknown>;
  errors?: readonly FieldError[];
  locked?: boolean;
  /** Hears of every change, with what the form holds after it. */
  onChange?: (values: Record<string, unknown>) => void;
  children: ReactNode;
}

/** What stands around the fields of a record's form: the values they read and change. */
export function FormOf({
  entity,
  schema,
  values: initial = {},
  errors = [],
  locked = false,
  onChange,
  children,
}: Props) {
  const { language } = useTexts();
  const [values, setValues] = useState(initial);
  function change(pointer: string, value: unknown): void {
    const next = writePointer(values, pointer, value);
    setValues(next);
    onChange?.(next);
  }
  const form = { entity, schema, language, place: 'page', locked, base: null, values, errors, change } as const;
  return <FormContext value={form}>{children}</FormContext>;
}
