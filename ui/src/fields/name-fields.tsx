import { FormSection } from './form-section.tsx';
import { LocalesField } from './locales-field.tsx';
import { RecordTextField } from './record-text-field.tsx';

/** The name fields in all languages, which are the content of a quick edit. */
export const Fields = () => (
  <>
    <FormSection title="form.basics">
      <RecordTextField name="name" className="col-span-12" />
    </FormSection>
    <LocalesField />
  </>
);
