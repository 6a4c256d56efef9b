import { FormSection } from '#fields/form-section.tsx';
import { LocalesField } from '#fields/locales-field.tsx';
import { RecordTextField } from '#fields/record-text-field.tsx';
import { CodeFields } from './code-fields.tsx';

export { check } from './check.ts';

/** The most frequently corrected fields of a station, for the quick-edit dialog of the list. */
export const Fields = () => (
  <>
    <FormSection title="form.basics">
      <CodeFields />
      <RecordTextField name="eurailCode" className="col-span-4" />
      <RecordTextField name="name" className="col-span-12" />
      <RecordTextField name="address" className="col-span-12" />
    </FormSection>
    <LocalesField />
  </>
);
