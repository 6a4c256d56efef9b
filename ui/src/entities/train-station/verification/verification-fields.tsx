import { enums } from '#api/metadata.gen.ts';
import { FieldLabel, useField, useFormState } from '#crud/form/form-fields.tsx';
import { Time } from '#crud/text/time.tsx';
import { pointerLabel, scalarText } from '#crud/text/value-text.ts';
import { FormSection } from '#fields/form-section.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { Icon } from '#kit/buttons/icon.tsx';
import { DefinitionList } from '#kit/display/definition-list.tsx';
import { Dot } from '#kit/display/status-mark.tsx';
import { Tag } from '#kit/display/tag.tsx';
import { Field } from '#kit/fields/field.tsx';
import { Segmented } from '#kit/fields/segmented.tsx';
import { TextField } from '#kit/fields/text-field.tsx';
import { TextareaField } from '#kit/fields/textarea-field.tsx';
import { Note } from '#kit/messages/note.tsx';
import { DOT_TONES, fieldsResettingVerification, stateOf, type VerificationState } from './verification.ts';

const MAX_NOTE_LENGTH = 500;

/** The fields of a station's verification against a source. */
export function VerificationFields() {
  const { t } = useTexts();
  const note = useField('verification/note');
  const { value: by } = useField('verification/by');
  const { value: at } = useField('verification/at');
  const savedState = useFormState(({ record }) => stateOf(record ?? {}));
  // joined to a string, which is a stable value for the selector
  const resettingFields = useFormState(({ record, values }) => fieldsResettingVerification(record, values).join());
  return (
    <FormSection title="field.verification" aside={<StateTag state={savedState} />}>
      <div className="col-span-12 mb-2 flex min-w-0 flex-col gap-2">
        <StateField />
        <EvidenceField />
        <TextareaField
          name="verification/note"
          label={<FieldLabel pointer="/verification/note" text={pointerLabel('/note')} />}
          value={typeof note.value === 'string' ? note.value : ''}
          onChange={note.set}
          readOnly={note.lock}
          maxLength={MAX_NOTE_LENGTH}
          error={note.error}
        />
        <DefinitionList
          items={[
            { term: pointerLabel('/by'), value: typeof by === 'string' ? by : '' },
            { term: pointerLabel('/at'), value: typeof at === 'string' ? <Time iso={at} /> : '' },
          ]}
        />
        {resettingFields ? (
          <Note tone="warn" live>
            {t('trainStation.takenBack', {
              fields: resettingFields
                .split(',')
                .map((name) => pointerLabel(`/${name}`))
                .join(t('common.separator')),
              state: scalarText('state', 'unverified'),
            })}
          </Note>
        ) : (
          <Note tone="info">{t('trainStation.takesBack', { state: scalarText('state', 'unverified') })}</Note>
        )}
      </div>
    </FormSection>
  );
}

const TAG_PROPS = {
  unverified: {},
  verified: { tone: 'ok', icon: 'check' },
  failed: { tone: 'bad', icon: 'error' },
} as const;

/** The saved state, regardless of unsaved changes. */
const StateTag = ({ state }: { state: VerificationState }) => (
  <Tag {...TAG_PROPS[state]}>{scalarText('state', state)}</Tag>
);

/** The state of the verification; a record without one is unverified. */
function StateField() {
  const { set, error, lock } = useField('verification/state');
  const state = useFormState(({ values }) => stateOf(values));
  const label = pointerLabel('/state');
  return (
    <Field label={<FieldLabel pointer="/verification/state" text={label} />} error={error} group>
      <Segmented
        aria-label={label}
        value={state}
        onChange={set}
        lock={lock}
        options={enums.VerificationState.map((state) => ({
          value: state,
          label: scalarText('state', state),
          mark: <Dot tone={DOT_TONES[state]} />,
        }))}
        size="md"
        fill
      />
    </Field>
  );
}

/** A field for the URL of the evidence, with a link to it. */
function EvidenceField() {
  const { t } = useTexts();
  const { value, set, error, hint, lock } = useField('verification/evidence');
  const text = typeof value === 'string' ? value : '';
  return (
    <TextField
      name="verification/evidence"
      label={<FieldLabel pointer="/verification/evidence" text={pointerLabel('/evidence')} />}
      value={text}
      onChange={set}
      lock={lock}
      error={error}
      help={[text ? '' : hint, t('trainStation.evidenceRenews')].filter(Boolean).join(' · ')}
      inputMode="url"
      adornment={
        /^https?:\/\/\S+$/.test(text) && (
          <a
            href={text}
            target="_blank"
            rel="noreferrer"
            aria-label={t('trainStation.openEvidence')}
            className="-mr-1 grid size-6 flex-none place-items-center rounded-sm text-ink-3 hover:bg-active hover:text-ink pointer-coarse:-mr-2.5 pointer-coarse:size-10"
          >
            <Icon name="external" size={14} />
          </a>
        )
      }
    />
  );
}
