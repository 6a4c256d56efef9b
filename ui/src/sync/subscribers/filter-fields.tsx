import { enums, type Schemas } from '#api/facts.gen.ts';
import { FieldLabel } from '#crud/record/field-label.tsx';
import { useField } from '#crud/record/form-context.ts';
import { RecordReferencesField } from '#fields/record-references-field.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { Checkbox } from '#kit/checkbox.tsx';
import { Field } from '#kit/field.tsx';
import { Dot } from '#kit/status-mark.tsx';

type Status = Schemas['Status'];

/** Which records of its kinds a subscriber takes: in which status, of which countries. */
export function FilterFields() {
  const { t } = useTexts();
  return (
    <>
      <StatusesField />
      <RecordReferencesField name="filter/countries" orNothing help={t('subscriber.countriesHelp')} />
    </>
  );
}

function StatusesField() {
  const { t } = useTexts();
  const { value, set, error, lock } = useField('filter/statuses');
  // only this field writes it
  const chosen = (value ?? []) as Status[];
  const toggle = (status: Status, on: boolean) => {
    const next = enums.Status.filter((one) => (one === status ? on : chosen.includes(one)));
    // the contract wants one at least where it is said at all
    set(next.length === 0 ? undefined : next);
  };
  return (
    <Field
      group
      label={<FieldLabel pointer="/filter/statuses" />}
      error={error}
      help={t('subscriber.statusesHelp')}
      aside={chosen.length === 0 && t('subscriber.noFilter')}
    >
      <div className="flex min-h-8 flex-wrap items-center gap-x-5">
        {enums.Status.map((status) => (
          <Checkbox
            key={status}
            checked={chosen.includes(status)}
            disabled={lock}
            onChange={(on) => toggle(status, on)}
            label={
              <span className="flex items-center gap-1.5">
                <Dot tone={status} />
                {t(`status.${status}`)}
              </span>
            }
          />
        ))}
      </div>
    </Field>
  );
}
