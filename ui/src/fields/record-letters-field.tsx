import { FieldLabel, useField } from '#crud/form/form-fields.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { LetterGrid } from '#kit/choice/letter-grid.tsx';

/** A field for distinct letters, such as booking classes, in alphabetical order. */
export function RecordLettersField({ name, className }: { name: string; className?: string }) {
  const { t } = useTexts();
  const { value, set, error, required, neededForApproval, lock } = useField(name);
  return (
    <LetterGrid
      label={<FieldLabel pointer={`/${name}`} />}
      values={Array.isArray(value) ? value.map(String) : []}
      onChange={lock ? undefined : set}
      error={error}
      required={required}
      aside={neededForApproval && !required ? t('record.neededShort') : undefined}
      className={className}
    />
  );
}
