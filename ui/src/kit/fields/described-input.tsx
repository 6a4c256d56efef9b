import type { ComponentProps } from 'react';
import { useFieldControl } from './field-context.ts';

/** An input with the field's `aria-describedby`, which Headless UI would overwrite with undefined. */
export function DescribedInput(props: ComponentProps<'input'>) {
  const { control } = useFieldControl();
  return <input {...props} aria-describedby={control['aria-describedby']} />;
}
