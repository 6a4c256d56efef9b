import { enums } from '#api/metadata.gen.ts';
import { FormSection } from '#fields/form-section.tsx';
import { LocalesField } from '#fields/locales-field.tsx';
import { RecordDateRangeField } from '#fields/record-date-range-field.tsx';
import { RecordReferenceField } from '#fields/record-reference-field.tsx';
import { RecordReferencesField } from '#fields/record-references-field.tsx';
import { RecordSelectField } from '#fields/record-select-field.tsx';
import { RecordTextField } from '#fields/record-text-field.tsx';
import { RecordTextareaField } from '#fields/record-textarea-field.tsx';

export const Fields = () => (
  <>
    <FormSection title="form.basics">
      <RecordTextField name="code" className="col-span-4" />
      <RecordTextField name="name" className="col-span-8" />
      <RecordTextField name="supplier" className="col-span-8" />
      <RecordSelectField name="type" options={enums.ProtocolType} className="col-span-4" />
      <RecordTextField name="contact" className="col-span-12" />
    </FormSection>
    <FormSection title="form.scope">
      <RecordReferenceField name="airline" className="col-span-6" />
      <RecordSelectField name="currency" options={enums.Currency} className="col-span-6" />
      <RecordReferencesField name="countries" className="col-span-12" />
    </FormSection>
    <FormSection title="form.validity">
      <RecordDateRangeField from="validFrom" to="validTo" className="col-span-12" />
      <RecordTextareaField name="terms" rows={6} maxLength={5000} className="col-span-12" />
    </FormSection>
    <LocalesField />
  </>
);
