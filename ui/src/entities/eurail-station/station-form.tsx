import { useForm } from '#crud/record/form-context.ts';
import { FormSection } from '#fields/form-section.tsx';
import { LocalesField } from '#fields/locales-field.tsx';
import { LocationFields } from '#fields/place/location-fields.tsx';
import { RecordTextField } from '#fields/record-text-field.tsx';
import { CityCountryFields } from './city-country-fields.tsx';
import { CodeFields } from './code-fields.tsx';
import { RailStation } from './rail-station.tsx';

export { check } from './check.ts';

/** The whole station. */
export function Fields() {
  const { code, uicCode, country } = useForm().values;
  const label = uicCode || code;
  return (
    <>
      <FormSection title="form.basics">
        <CodeFields />
        <RecordTextField name="eurailCode" className="col-span-4" />
        <RecordTextField name="name" className="col-span-12" />
      </FormSection>
      <FormSection title="station.where">
        <CityCountryFields />
        <RecordTextField name="address" className="col-span-12" />
      </FormSection>
      <RailStation />
      <LocationFields
        code={typeof label === 'string' ? label : undefined}
        country={typeof country === 'string' ? country : null}
      />
      <LocalesField />
    </>
  );
}
