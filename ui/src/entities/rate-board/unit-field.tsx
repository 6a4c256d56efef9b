import { FieldLabel } from '#crud/record/field-label.tsx';
import { useField } from '#crud/record/form-context.ts';
import { plainText, pointerText } from '#crud/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Field } from '#kit/field.tsx';
import { Segmented } from '#kit/segmented.tsx';

/** How much of the base the amounts are for. */
export function UnitField({ className }: { className?: string }) {
  useTexts();
  const { value, set, error, required, lock } = useField('unit');
  const label = pointerText('/unit');
  return (
    <Field
      label={<FieldLabel pointer="/unit" text={label} />}
      required={required}
      error={error}
      group
      className={className}
    >
      <Segmented
        aria-label={label}
        value={value === 100 ? 100 : value === 1 ? 1 : 0}
        onChange={set}
        options={[1, 100].map((unit) => ({ value: unit, label: plainText('unit', unit) }))}
        size="md"
        lock={lock}
        fill
      />
    </Field>
  );
}
