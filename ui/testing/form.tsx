import { type ReactNode, useState } from 'react';
import type { BodyName, EntityKey } from '#api/metadata.gen.ts';
import type { FieldError } from '#api/problem.ts';
import { FormProvider, type FormState } from '#crud/form/form-fields.tsx';
import { writePointer } from '#crud/pointers.ts';

interface Props {
  entity: EntityKey;
  schema: BodyName;
  values?: Record<string, unknown>;
  errors?: readonly FieldError[];
  isReadOnly?: boolean;
  upcoming?: FormState['upcoming'];
  set?: FormState['set'];
  /** Called with the values after every change. */
  onChange?: (values: Record<string, unknown>) => void;
  children: ReactNode;
}

/** A form around the fields under test, with the values that they read and change. */
export function FormOf({
  entity,
  schema,
  values: initial = {},
  errors = [],
  isReadOnly = false,
  upcoming,
  set,
  onChange,
  children,
}: Props) {
  const [values, setValues] = useState(initial);
  function setValue(pointer: string, value: unknown): void {
    const next = writePointer(values, pointer, value);
    setValues(next);
    onChange?.(next);
  }
  const shown = { schema, layout: 'page', isReadOnly, record: null, values, errors, upcoming, set } as const;
  const state = { entity, ...shown, setValue };
  return <FormProvider state={state}>{children}</FormProvider>;
}
