import { enums } from '#api/metadata.gen.ts';
import { FormSection } from '#fields/form-section.tsx';
import { LocalesField } from '#fields/locales-field.tsx';
import { RecordLettersField } from '#fields/record-letters-field.tsx';
import { RecordNumberField } from '#fields/record-number-field.tsx';
import { RecordReferenceField } from '#fields/record-reference-field.tsx';
import { RecordSelectField } from '#fields/record-select-field.tsx';
import { RecordTextField } from '#fields/record-text-field.tsx';

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
