import { useMemo } from 'react';
import { enums } from '#api/metadata.gen.ts';
import { useFormState, useFormValue } from '#crud/form/form-fields.tsx';
import { type CodedRecord, findRecords } from '#crud/read/find-records.ts';
import { useOptionalQuery } from '#crud/read/use-read.ts';
import { FormSection } from '#fields/form-section.tsx';
import { LocalesField } from '#fields/locales-field.tsx';
import { LocationFields } from '#fields/place/location-fields.tsx';
import type { MapNeighbour } from '#fields/place/map-selector-field.tsx';
import { PinyinField } from '#fields/place/pinyin-field.tsx';
import { RecordReferenceField } from '#fields/record-reference-field.tsx';
import { RecordSelectField } from '#fields/record-select-field.tsx';
import { RecordTextField } from '#fields/record-text-field.tsx';
import { useDerivedField } from '#fields/use-derived-field.ts';

export { cityErrors as check } from '#fields/place/city-country.ts';

/** The complete form of an airport. */
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

/** The city field, and the country and continent that are suggested from it. */
function WhereFields() {
  const continent = useDerivedField('continent', 'country', (record) => record.continent);
  const country = useDerivedField('country', 'city', (record) => record.country, continent);
  return (
    <>
      <RecordReferenceField name="city" onRecordChosen={country.fillFrom} className="col-span-4" />
      <RecordReferenceField
        name="country"
        onRecordChosen={continent.fillFrom}
        aside={country.aside}
        className="col-span-4"
      />
      <RecordSelectField name="continent" options={enums.Continent} aside={continent.aside} className="col-span-4" />
    </>
  );
}

/** The airport's location, with the other airports of its city on the map. */
function LocationForm() {
  const code = useFormValue('code');
  const country = useFormValue('country');
  return (
    <LocationFields
      code={typeof code === 'string' ? code : undefined}
      country={typeof country === 'string' ? country : null}
      neighbours={useCityAirports()}
    />
  );
}

/** Loads the other airports of the form's city; empty after a failure. */
function useCityAirports() {
  const ownId = useFormState(({ record }) => record?.id);
  const cityCode = useFormValue('city');
  const city = typeof cityCode === 'string' ? cityCode : null;
  const airports = useOptionalQuery(city === null ? null : ['airports of city', city], () =>
    findRecords('airport', '', { city: city ?? '', pageSize: '50' }),
  );
  return useMemo(() => otherAirports(airports ?? [], ownId), [airports, ownId]);
}

type AirportRecord = Pick<CodedRecord, 'id' | 'code' | 'name'> & { latitude?: unknown; longitude?: unknown };

/** Returns the other airports of a city that have coordinates, to show them on the map. */
export function otherAirports(airports: readonly AirportRecord[], ownId: number | undefined): MapNeighbour[] {
  return airports.flatMap(({ id, code, name, latitude, longitude }) =>
    id !== ownId && typeof latitude === 'number' && typeof longitude === 'number'
      ? [{ code, name, latitude, longitude }]
      : [],
  );
}
