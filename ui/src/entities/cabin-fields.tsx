import { enums } from '#api/metadata.gen.ts';
import { FieldLabel, useField } from '#crud/form/form-fields.tsx';
import { FormSection } from '#fields/form-section.tsx';
import { LocalesField } from '#fields/locales-field.tsx';
import { RecordNumberField } from '#fields/record-number-field.tsx';
import { RecordReferenceField } from '#fields/record-reference-field.tsx';
import { RecordSelectField } from '#fields/record-select-field.tsx';
import { RecordTextField } from '#fields/record-text-field.tsx';
import { LetterGrid } from '#kit/choice/letter-grid.tsx';

export const Fields = () => (
  <>
    <FormSection title="form.basics">
      <RecordTextField name="code" className="col-span-3" />
      <RecordTextField name="name" className="col-span-9" />
      <RecordReferenceField name="airline" className="col-span-6" />
      <RecordSelectField name="cabinClass" options={enums.CabinClass} className="col-span-4" />
      <RecordNumberField name="order" min={0} max={999} className="col-span-2" />
      <RecordLettersField name="bookingClasses" className="col-span-12" />
    </FormSection>
    <LocalesField />
  </>
);

/** A field for distinct letters in alphabetical order. */
function RecordLettersField({ name, className }: { name: string; className?: string }) {
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
