import { FieldLabel } from '#crud/record/field-label.tsx';
import { useField } from '#crud/record/form-context.ts';
import { RecordTextField } from '#fields/record-text-field.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { Panel } from '#kit/panel.tsx';
import { TextField } from '#kit/text-field.tsx';

/** What the role is called, in the system and to people, and what it is for. */
export function RoleFields() {
  const { t } = useTexts();
  const name = useField('name');
  return (
    <Panel title={t('form.basics')}>
      <div className="@container">
        <div className="-mb-2 grid grid-cols-12 gap-x-4 gap-y-2">
          <TextField
            name="name"
            mono
            label={<FieldLabel pointer="/name" />}
            required
            value={typeof name.value === 'string' ? name.value : ''}
            onChange={name.set}
            lock={name.lock}
            error={name.error}
            help={name.hint}
            className="col-span-6 @3xl:col-span-3"
          />
          <RecordTextField name="displayName" className="col-span-6 @3xl:col-span-3" />
          <RecordTextField name="description" className="col-span-12 @3xl:col-span-6" />
        </div>
      </div>
    </Panel>
  );
}
