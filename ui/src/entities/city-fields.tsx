import { enums } from '#api/metadata.gen.ts';
import { useFormValue } from '#crud/form/form-fields.tsx';
import { FormSection } from '#fields/form-section.tsx';
import { LocalesField } from '#fields/locales-field.tsx';
import { RecordReferenceField } from '#fields/record-reference-field.tsx';
import { RecordSelectField } from '#fields/record-select-field.tsx';
import { RecordTextField } from '#fields/record-text-field.tsx';
import { useDerivedField } from '#fields/use-derived-field.ts';

export function Fields() {
  const country = useFormValue('country');
  const cnCode = useFormValue('cnCode');
  const continent = useDerivedField('continent', 'country', (record) => record.continent);
  return (
    <>
      <FormSection title="form.basics">
        <RecordTextField name="code" className="col-span-6" />
        <RecordTextField name="iataCode" className="col-span-6" />
        <RecordTextField name="name" className="col-span-12" />
        <RecordReferenceField name="country" onRecordChosen={continent.fillFrom} className="col-span-6" />
        <RecordSelectField name="continent" options={enums.Continent} aside={continent.aside} className="col-span-6" />
        {(country === 'CN' || Boolean(cnCode)) && <RecordTextField name="cnCode" mono className="col-span-6" />}
      </FormSection>
      <LocalesField />
    </>
  );
}
