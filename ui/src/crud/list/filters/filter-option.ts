import type { FilterSpec } from '#crud/define-entity.ts';
import { scalarText } from '#crud/text/value-text.ts';
import type { Option } from '#kit/choice/option.tsx';

/** Returns whether a value is also shown as a code, such as that of a currency or a continent. */
export const isShortCode = (value: string): boolean => /^[A-Z]{2,3}$/.test(value);

/** Returns the option of a filter value: yes or no, a name, or a name with its code. */
export function filterOption({ id, values }: Pick<FilterSpec, 'id' | 'values'>, value: string): Option {
  // a boolean filter
  if (values?.join() === 'true,false') return { value, label: scalarText(id, value === 'true') };
  const label = scalarText(id, value);
  if (!values || !isShortCode(value)) return { value, label };
  return label === value ? { value, label, isCode: true } : { value, label, code: value };
}
