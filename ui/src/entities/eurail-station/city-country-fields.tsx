import { RecordReferenceField } from '#fields/record-reference-field.tsx';
import { useSuggestion } from '#fields/use-suggestion.ts';

/** The city, and the country that follows from it. */
export function CityCountryFields() {
  const country = useSuggestion('country', 'city', (record) => record.country);
  return (
    <>
      <RecordReferenceField name="city" suggest={country.offer} className="col-span-6" />
      <RecordReferenceField name="country" aside={country.aside} className="col-span-6" />
    </>
  );
}
