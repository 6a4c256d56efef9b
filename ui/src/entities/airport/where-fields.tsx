import { enums } from '#api/facts.gen.ts';
import { RecordReferenceField } from '#fields/record-reference-field.tsx';
import { RecordSelectField } from '#fields/record-select-field.tsx';
import { useSuggestion } from '#fields/use-suggestion.ts';

/** The city, and what follows from it: its country, and of that the continent. */
export function WhereFields() {
  const continent = useSuggestion('continent', 'country', (record) => record.continent);
  const country = useSuggestion('country', 'city', (record) => record.country, continent);
  return (
    <>
      <RecordReferenceField name="city" suggest={country.offer} className="col-span-4" />
      <RecordReferenceField name="country" suggest={continent.offer} aside={country.aside} className="col-span-4" />
      <RecordSelectField name="continent" options={enums.Continent} aside={continent.aside} className="col-span-4" />
    </>
  );
}
