import { FieldLabel, useField } from '#crud/form/form-fields.tsx';
import { LetterGrid } from '#kit/choice/letter-grid.tsx';

/** A field for distinct letters, such as booking classes, in alphabetical order. */
export function RecordLettersField({ name, className }: { name: string; className?: string }) {
  const { value, set, error, required, aside, lock } = useField(name);
  return (
    <LetterGrid
      label={<FieldLabel pointer={`/${name}`} />}
      values={Array.isArray(value) ? value.map(String) : []}
      onChange={lock ? undefined : set}
      error={error}
      required={required}
      aside={aside}
      className={className}
    />
  );
}
