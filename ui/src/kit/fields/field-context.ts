import { createContext, use } from 'react';

export interface FieldControl {
  id: string;
  labelId: string;
  describedBy: string | undefined;
  tone: 'bad' | 'warn' | undefined;
  required: boolean;
}

export const FieldContext = createContext<FieldControl | null>(null);

/** Attributes that tie a control to the label and the line of its field. */
export function useFieldControl() {
  const field = use(FieldContext);
  return {
    field,
    control: {
      id: field?.id,
      'aria-describedby': field?.describedBy,
      'aria-invalid': field?.tone === 'bad' || undefined,
      'aria-required': field?.required || undefined,
    },
  };
}
