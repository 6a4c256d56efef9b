import { FieldLabel } from '#crud/record/field-label.tsx';
import { useField } from '#crud/record/form-context.ts';
import { pointerText } from '#crud/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Icon } from '#kit/icon.tsx';
import { TextField } from '#kit/text-field.tsx';

/** Where it can be seen, and the way there. */
export function EvidenceField() {
  const { t } = useTexts();
  const { value, set, error, hint, lock } = useField('verification/evidence');
  const text = typeof value === 'string' ? value : '';
  return (
    <TextField
      name="verification/evidence"
      label={<FieldLabel pointer="/verification/evidence" text={pointerText('/evidence')} />}
      value={text}
      onChange={set}
      lock={lock}
      error={error}
      help={text ? undefined : hint}
      inputMode="url"
      adornment={
        /^https?:\/\/\S+$/.test(text) && (
          <a
            href={text}
            target="_blank"
            rel="noreferrer"
            aria-label={t('trainStation.openEvidence')}
            className="-mr-1 grid size-6 flex-none place-items-center rounded-sm text-ink-3 hover:bg-active hover:text-ink"
          >
            <Icon name="external" size={14} />
          </a>
        )
      }
    />
  );
}
