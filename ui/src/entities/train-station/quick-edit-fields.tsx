import { FormSection } from '#fields/form-section.tsx';
import { LocalesField } from '#fields/locales-field.tsx';
import { PinyinField } from '#fields/place/pinyin-field.tsx';
import { RecordReferenceField } from '#fields/record-reference-field.tsx';
import { RecordTextField } from '#fields/record-text-field.tsx';
import { CodeFields } from './code-fields.tsx';
import { VerificationFields } from './verification/verification-fields.tsx';

/** The most frequently corrected fields of a station, for the quick-edit dialog of the list. */
export const Fields = () => (
  <>
    <FormSection title="form.basics">
      <CodeFields />
      <RecordTextField name="name" className="col-span-5" />
      <PinyinField initials />
      <RecordReferenceField name="city" className="col-span-4" />
      <RecordTextField name="address" className="col-span-8" />
    </FormSection>
    <VerificationFields />
    <LocalesField />
  </>
);
