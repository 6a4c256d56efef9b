import { createContext, use } from 'react';

export interface FieldControl {
  id: string;
  labelId: string;
  describedBy: string | undefined;
  tone: 'bad' | 'warn' | undefined;
  required: boolean;
}

export const FieldContext = createContext<FieldControl | null>(null);

/** Returns the attributes that connect a control with the label and the message of its field. */
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
