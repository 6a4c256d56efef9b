import { useForm } from '#crud/record/form-context.ts';
import { FormSection } from '#fields/form-section.tsx';
import { LocalesField } from '#fields/locales-field.tsx';
import { OpeningHoursField } from '#fields/opening-hours-field.tsx';
import { PinyinField } from '#fields/place/pinyin-field.tsx';
import { RecordReferenceField } from '#fields/record-reference-field.tsx';
import { RecordTextField } from '#fields/record-text-field.tsx';
import { NearbyAirports } from './city-airport/nearby-airports.tsx';
import { useAirportsAround } from './city-airport/use-airports-around.ts';
import { CodeFields } from './code-fields.tsx';
import { LocationForm } from './location-form.tsx';

export { check } from './check.ts';
export { VerificationForm as Aside } from './verification/verification-form.tsx';

export const start = () => ({ verification: { state: 'unverified' } });

/** The whole station. */
export function Fields() {
  const { timezone } = useForm().values;
  const around = useAirportsAround();
  return (
    <>
      <FormSection title="form.basics">
        <CodeFields />
        <RecordTextField name="name" className="col-span-5" />
        <PinyinField initials />
      </FormSection>
      <FormSection title="field.address">
        <RecordReferenceField name="city" className="col-span-4" />
        <RecordTextField name="address" className="col-span-8" />
      </FormSection>
      <OpeningHoursField timezone={typeof timezone === 'string' ? timezone : undefined} />
      <NearbyAirports airports={around.airports} />
      <LocationForm {...around} />
      <LocalesField />
    </>
  );
}
