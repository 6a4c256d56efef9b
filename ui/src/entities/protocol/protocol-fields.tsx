import { enums } from '#api/metadata.gen.ts';
import { FieldLabel, useField } from '#crud/form/form-fields.tsx';
import { FormSection } from '#fields/form-section.tsx';
import { LocalesField } from '#fields/locales-field.tsx';
import { RecordReferenceField, RecordReferencesField } from '#fields/record-reference-field.tsx';
import { RecordSelectField } from '#fields/record-select-field.tsx';
import { RecordTextField } from '#fields/record-text-field.tsx';
import { DateRangeField } from '#kit/dates/date-range-field.tsx';
import { TextareaField } from '#kit/fields/textarea-field.tsx';

export const Fields = () => (
  <>
    <FormSection title="form.basics">
      <RecordTextField name="code" className="col-span-4" />
      <RecordTextField name="name" className="col-span-8" />
      <RecordTextField name="supplier" className="col-span-8" />
      <RecordSelectField name="type" options={enums.ProtocolType} className="col-span-4" />
      <RecordTextField name="contact" className="col-span-12" />
    </FormSection>
    <FormSection title="form.scope">
      <RecordReferenceField name="airline" className="col-span-6" />
      <RecordSelectField name="currency" options={enums.Currency} className="col-span-6" />
      <RecordReferencesField name="countries" className="col-span-12" />
    </FormSection>
    <FormSection title="form.validity">
      <RecordDateRangeField from="validFrom" to="validTo" className="col-span-12" />
      <RecordTextareaField name="terms" rows={6} maxLength={5000} className="col-span-12" />
    </FormSection>
    <LocalesField />
  </>
);

interface DateRangeProps {
  /** The names of the two fields. */
  from: string;
  to: string;
  className?: string;
}

/** A range of two dates of a record; the end cannot precede the start. */
function RecordDateRangeField({ from, to, className }: DateRangeProps) {
  return <DateRangeField from={useEnd(from)} to={useEnd(to)} className={className} />;
}

function useEnd(name: string) {
  const { value, set, error, required, aside, lock } = useField(name);
  return {
    label: <FieldLabel pointer={`/${name}`} />,
    value: typeof value === 'string' ? value : null,
    onChange: lock ? undefined : set,
    error,
    required,
    aside,
  };
}

interface TextareaProps {
  name: string;
  rows?: number;
  maxLength?: number;
  className?: string;
}

/** A multi-line text field of a record. */
function RecordTextareaField({ name, rows, maxLength, className }: TextareaProps) {
  const { value, set, error, required, aside, lock } = useField(name);
  return (
    <TextareaField
      name={name}
      label={<FieldLabel pointer={`/${name}`} />}
      value={typeof value === 'string' ? value : ''}
      onChange={set}
      readOnly={lock}
      rows={rows}
      maxLength={maxLength}
      error={error}
      required={required}
      aside={aside}
      className={className}
    />
  );
}
