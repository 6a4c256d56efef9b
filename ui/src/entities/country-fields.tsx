import { enums } from '#api/metadata.gen.ts';
import { FormSection } from '#fields/form-section.tsx';
import { LocalesField } from '#fields/locales-field.tsx';
import { RecordSelectField } from '#fields/record-select-field.tsx';
import { RecordTextField } from '#fields/record-text-field.tsx';

export const Fields = () => (
  <>
    <FormSection title="form.basics">
      <RecordTextField name="code" className="col-span-6" />
      <RecordTextField name="alpha3Code" className="col-span-6" />
      <RecordTextField name="name" className="col-span-12" />
      <RecordSelectField name="continent" options={enums.Continent} className="col-span-6" />
      <RecordSelectField name="region" options={enums.Region} className="col-span-6" />
      <RecordSelectField name="currency" options={enums.Currency} className="col-span-6" />
      <RecordTextField name="symbol" className="col-span-6" />
    </FormSection>
    <LocalesField />
  </>
);
