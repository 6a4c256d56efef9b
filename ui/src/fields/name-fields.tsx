import { FormSection } from './form-section.tsx';
import { LocalesField } from './locales-field.tsx';
import { RecordTextField } from './record-text-field.tsx';

/** What a record is called, in every language: all that a quick edit over the list asks for. */
export const Fields = () => (
  <>
    <FormSection title="form.basics">
      <RecordTextField name="name" className="col-span-12" />
    </FormSection>
    <LocalesField />
  </>
);
