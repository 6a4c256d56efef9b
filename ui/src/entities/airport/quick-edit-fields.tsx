import { FormSection } from '#fields/form-section.tsx';
import { LocalesField } from '#fields/locales-field.tsx';
import { PinyinField } from '#fields/place/pinyin-field.tsx';
import { RecordTextField } from '#fields/record-text-field.tsx';

/** The most frequently corrected fields of an airport, for the quick-edit dialog of the list. */
export const Fields = () => (
  <>
    <FormSection title="form.basics">
      <RecordTextField name="code" className="col-span-6" />
      <RecordTextField name="icaoCode" className="col-span-6" />
      <RecordTextField name="name" className="col-span-12" />
      <PinyinField />
    </FormSection>
    <LocalesField />
  </>
);
