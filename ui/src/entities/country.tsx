import { enums } from '#api/facts.gen.ts';
import { codeColumn, namedCodeColumn, textColumn } from '#crud/columns.tsx';
import { defineEntity } from '#crud/define-entity.ts';
import { FormSection } from '#fields/form-section.tsx';
import { LocalesField } from '#fields/locales-field.tsx';
import { RecordSelectField } from '#fields/record-select-field.tsx';
import { RecordTextField } from '#fields/record-text-field.tsx';

function CountryFields() {
  return (
    <>
      <FormSection title="form.basics">
        <RecordTextField name="code" className="col-span-6" />
        <RecordTextField name="alpha3Code" className="col-span-6" />
        <RecordTextField name="name" className="col-span-12" />
        <RecordSelectField name="continent" options={enums.Continent} className="col-span-6" />
        <RecordSelectField name="region" options={enums.Region} className="col-span-6" />
        <RecordSelectField name="currency" options={enums.Currency} className="col-span-6" />
        <RecordTextField name="symbol" className="col-span-6" />
      </FormSection>
      <LocalesField />
    </>
  );
}

export const country = defineEntity({
  key: 'country',
  path: '/country',
  resource: '/api/v1/countries',
  schema: 'CountryWrite',
  icon: 'globe',
  columns: [
    codeColumn('alpha3Code', { width: 92 }),
    namedCodeColumn('continent', { width: 146 }),
    textColumn('region', { width: 150 }),
    codeColumn('currency', { width: 72 }),
    textColumn('symbol', { width: 84, unsortable: true }),
  ],
  filters: [
    { id: 'code' },
    { id: 'name' },
    { id: 'continent', values: enums.Continent },
    { id: 'region', values: enums.Region },
    { id: 'currency', values: enums.Currency },
  ],
  Fields: CountryFields,
});
