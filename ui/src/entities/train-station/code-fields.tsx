import { FieldLabel, useField } from '#crud/form/form-fields.tsx';
import { RecordTextField } from '#fields/record-text-field.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { TextField } from '#kit/fields/text-field.tsx';

/** Fields for the telegraph code and the station's code, which equals it. */
export function CodeFields() {
  const { t } = useTexts();
  const { value } = useField('telegraphCode');
  return (
    <>
      <RecordTextField name="telegraphCode" className="col-span-3" />
      <TextField
        label={<FieldLabel pointer="/code" />}
        value={typeof value === 'string' ? value.toUpperCase() : ''}
        aside={t('trainStation.fromTelegraph')}
        lock
        mono
        className="col-span-4"
      />
    </>
  );
}
