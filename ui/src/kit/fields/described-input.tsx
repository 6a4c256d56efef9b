import type { ComponentProps } from 'react';
import { useFieldControl } from './field-context.ts';

/** Headless UI puts its own `aria-describedby`, which is none here, in the place of the field's line. */
export function DescribedInput(props: ComponentProps<'input'>) {
  const { control } = useFieldControl();
  return <input {...props} aria-describedby={control['aria-describedby']} />;
}
