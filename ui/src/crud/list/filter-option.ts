import { booleans, type FilterSpec } from '#crud/define-entity.ts';
import { plainText } from '#crud/value-text.ts';
import type { Option } from '#kit/option.tsx';

/** A value that a condition can have: yes or no, a name, or a name and the code it has. */
export function filterOption({ id, values }: FilterSpec, value: string): Option {
  if (values === booleans) return { value, label: plainText(id, value === 'true') };
  const label = plainText(id, value);
  return values && label !== value && value.length <= 3 && value === value.toUpperCase()
    ? { value, label, code: value }
    : { value, label };
}
