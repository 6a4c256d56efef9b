import type { FilterSpec } from '#crud/define-entity.ts';
import { enumText } from '#crud/value-text.ts';
import type { Option } from '#kit/choice/option.tsx';

/** Whether a value is for people too, such as a currency's or a continent's code. */
export const isShortCode = (value: string): boolean => /^[A-Z]{2,3}$/.test(value);

/** A value that a condition can have: yes or no, a name, or a name and the code it has. */
export function filterOption({ id, values }: FilterSpec, value: string): Option {
  // a filter that is yes or no
  if (values?.join() === 'true,false') return { value, label: enumText(id, value === 'true') };
  const label = enumText(id, value);
  if (!values || !isShortCode(value)) return { value, label };
  return label === value ? { value, label, isCode: true } : { value, label, code: value };
}
