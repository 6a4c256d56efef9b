import { enums } from '#api/metadata.gen.ts';
import { FormSection } from '#fields/form-section.tsx';
import { LocalesField } from '#fields/locales-field.tsx';
import { RecordReferenceField } from '#fields/record-reference-field.tsx';
import { RecordSelectField } from '#fields/record-select-field.tsx';
import { RecordTextField } from '#fields/record-text-field.tsx';

export const Fields = () => (
  <>
    <FormSection title="form.basics">
      <RecordTextField name="code" className="col-span-6" />
      <RecordTextField name="icaoCode" className="col-span-6" />
      <RecordTextField name="name" className="col-span-12" />
      <RecordSelectField name="type" options={enums.AirlineType} className="col-span-6" />
      <RecordReferenceField name="country" className="col-span-6" />
      <RecordTextField name="iataAccountingCode" mono className="col-span-6" />
      <RecordTextField name="callsign" className="col-span-6" />
      <RecordTextField name="website" className="col-span-12" />
    </FormSection>
    <LocalesField />
  </>
);
