import { FieldLabel } from '#crud/record/field-label.tsx';
import { useField, useForm } from '#crud/record/form-context.ts';
import { Time } from '#crud/time.tsx';
import { plainText, pointerText } from '#crud/value-text.ts';
import { FormSection } from '#fields/form-section.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { DefinitionList } from '#kit/definition-list.tsx';
import { Note } from '#kit/note.tsx';
import { TextareaField } from '#kit/textarea-field.tsx';
import { EvidenceField } from './evidence-field.tsx';
import { StateField } from './state-field.tsx';
import { StateTag } from './state-tag.tsx';
import { stateOf, takesBack } from './verification.ts';

const longest = 500;

/** Whether somebody has compared the station with a source, and what they found. */
export function VerificationForm() {
  const { t } = useTexts();
  const { base, values } = useForm();
  const note = useField('verification/note');
  const { value: by } = useField('verification/by');
  const { value: at } = useField('verification/at');
  const back = takesBack(base, values);
  return (
    <FormSection title="field.verification" aside={<StateTag state={stateOf(base ?? {})} />}>
      <div className="col-span-12 mb-2 flex min-w-0 flex-col gap-2">
        <StateField />
        <EvidenceField />
        <TextareaField
          name="verification/note"
          label={<FieldLabel pointer="/verification/note" text={pointerText('/note')} />}
          value={typeof note.value === 'string' ? note.value : ''}
          onChange={note.set}
          readOnly={note.lock}
          maxLength={longest}
          error={note.error}
        />
        <DefinitionList
          items={[
            { term: pointerText('/by'), value: typeof by === 'string' ? by : '' },
            { term: pointerText('/at'), value: typeof at === 'string' ? <Time iso={at} /> : '' },
          ]}
        />
        {back.length > 0 ? (
          <Note tone="warn" live>
            {t('trainStation.takenBack', {
              fields: back.map((name) => pointerText(`/${name}`)).join(t('common.separator')),
              state: plainText('state', 'unverified'),
            })}
          </Note>
        ) : (
          <Note tone="info">{t('trainStation.takesBack', { state: plainText('state', 'unverified') })}</Note>
        )}
      </div>
    </FormSection>
  );
}
