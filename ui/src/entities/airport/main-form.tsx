import { FormSection } from '#fields/form-section.tsx';
import { LocalesField } from '#fields/locales-field.tsx';
import { PinyinField } from '#fields/place/pinyin-field.tsx';
import { RecordTextField } from '#fields/record-text-field.tsx';
import { LocationForm } from './location-form.tsx';
import { WhereFields } from './where-fields.tsx';

export { cityProblems as check } from '#fields/place/city-country.ts';

/** The whole airport. */
export const Fields = () => (
  <>
    <FormSection title="form.basics">
      <RecordTextField name="code" className="col-span-4" />
      <RecordTextField name="icaoCode" className="col-span-3" />
      <RecordTextField name="name" className="col-span-5" />
      <WhereFields />
      <PinyinField />
    </FormSection>
    <LocationForm />
    <LocalesField />
  </>
);
