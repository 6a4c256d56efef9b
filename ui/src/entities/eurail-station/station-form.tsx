import { type ReactNode, useState } from 'react';
import type { FieldError } from '#api/problem.ts';
import { loadValidate } from '#api/validate.ts';
import type { Values } from '#crud/define-entity.ts';
import { toRequestBody } from '#crud/form/definition/form-definition.ts';
import {
  FieldLabel,
  FormProvider,
  isAtOrBelow,
  useField,
  useFormState,
  useFormStore,
  useFormValue,
} from '#crud/form/form-fields.tsx';
import { isEqual } from '#crud/form/state/merge.ts';
import { writePointer } from '#crud/pointers.ts';
import { FieldValue } from '#crud/record/history/field-value.tsx';
import { FormSection } from '#fields/form-section.tsx';
import { LocalesField } from '#fields/locales-field.tsx';
import { LocationFields } from '#fields/place/location-fields.tsx';
import { RecordCheckboxField } from '#fields/record-checkbox-field.tsx';
import { RecordReferenceField } from '#fields/record-reference-field.tsx';
import { RecordTextField } from '#fields/record-text-field.tsx';
import { useDerivedField } from '#fields/use-derived-field.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button, IconButton } from '#kit/buttons/button.tsx';
import { Code } from '#kit/display/code.tsx';
import { Field } from '#kit/fields/field.tsx';
import { CancelButton } from '#kit/layers/cancel-button.tsx';
import { Dialog } from '#kit/layers/dialog.tsx';
import { parentProblems } from './check.ts';
import { CodeFields } from './code-fields.tsx';
import { operatorCodesOf, withoutBlankRows } from './operator-codes.ts';
import { OperatorCodesField } from './operator-codes-field.tsx';

export { check } from './check.ts';

/** The complete form of a station. */
export function Fields() {
  const code = useFormValue('code');
  const uicCode = useFormValue('uicCode');
  const country = useFormValue('country');
  const label = uicCode || code;
  return (
    <>
      <FormSection title="form.basics">
        <CodeFields />
        <RecordTextField name="eurailCode" className="col-span-4" />
        <RecordTextField name="name" className="col-span-12" />
      </FormSection>
      <FormSection title="station.where">
        <CityCountryFields />
        <RecordTextField name="address" className="col-span-12" />
      </FormSection>
      <RailDataSection />
      <LocationFields
        code={typeof label === 'string' ? label : undefined}
        country={typeof country === 'string' ? country : null}
      />
      <LocalesField />
    </>
  );
}

/** The city field, and the country that is suggested from it. */
function CityCountryFields() {
  const country = useDerivedField('country', 'city', (record) => record.country);
  return (
    <>
      <RecordReferenceField name="city" onRecordChosen={country.fillFrom} className="col-span-6" />
      <RecordReferenceField name="country" aside={country.aside} className="col-span-6" />
    </>
  );
}

/** The station's railway data, which is edited in a dialog. */
function RailDataSection() {
  const { t } = useTexts();
  const { schema } = useFormStore().read();
  const locked = useFormState((form) => form.isReadOnly);
  const [open, setOpen] = useState(false);
  const parent = useField('parent');
  const main = useField('isMain');
  const codes = useField('operatorCodes');
  const edit = locked ? undefined : () => setOpen(true);
  return (
    <FormSection
      title="station.rail"
      aside={
        edit && (
          <Button variant="ghost" size="sm" icon="edit" className="-mr-2" onClick={edit}>
            {t('station.editRail')}
          </Button>
        )
      }
    >
      <Field group tight label={<FieldLabel pointer="/parent" />} error={parent.error} className="col-span-6">
        <ReadOnlyValue onEdit={parent.error && edit}>
          <FieldValue schema={schema} pointer="/parent" value={parent.value} />
        </ReadOnlyValue>
      </Field>
      <Field
        group
        tight
        label={<FieldLabel pointer="/isMain" />}
        aside={main.aside}
        error={main.error}
        className="col-span-6"
      >
        <ReadOnlyValue>{t(main.value === true ? 'value.boolean.true' : 'value.boolean.false')}</ReadOnlyValue>
      </Field>
      <Field
        group
        tight
        label={<FieldLabel pointer="/operatorCodes" />}
        aside={codes.aside}
        error={codes.error}
        className="col-span-12"
      >
        <ReadOnlyValue onEdit={codes.error && edit}>
          <OperatorCodeList value={codes.value} />
        </ReadOnlyValue>
      </Field>
      {open && <RailDataDialog onClose={() => setOpen(false)} />}
    </FormSection>
  );
}

interface ShownProps {
  /** Opens the dialog; set only while the value has an error, whose button can then take the focus. */
  onEdit?: (() => void) | '' | undefined;
  children: ReactNode;
}

/** A read-only value, with a button to edit it if it has an error. */
function ReadOnlyValue({ onEdit, children }: ShownProps) {
  const { t } = useTexts();
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-2">
      {children}
      {onEdit && <IconButton icon="edit" aria-label={t('station.editRail')} onClick={onEdit} />}
    </div>
  );
}

/** The operators with their codes for the station. */
function OperatorCodeList({ value }: { value: unknown }) {
  const rows = operatorCodesOf(value);
  if (rows.length === 0) return <span className="text-ink-3">—</span>;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1">
      {rows.map(({ operator, code }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no identity but its index
        <li key={index} className="flex items-center gap-1.5">
          {operator}
          <Code small>{code}</Code>
        </li>
      ))}
    </ul>
  );
}

const railFields = ['parent', 'isMain', 'operatorCodes'] as const;
const isOwn = ({ pointer }: FieldError) =>
  railFields.some((name) => pointer === `/${name}` || pointer.startsWith(`/${name}/`));

const focusWrong = () =>
  void requestAnimationFrame(() =>
    document.querySelector<HTMLElement>('[role="dialog"] [aria-invalid="true"]')?.focus(),
  );

const withoutBlankCodes = (values: Values): Values => ({
  ...values,
  operatorCodes: withoutBlankRows(operatorCodesOf(values.operatorCodes)),
});

/** A dialog that edits a copy of its fields and applies them to the form when they are valid. */
function RailDataDialog({ onClose }: { onClose: () => void }) {
  const { t, language } = useTexts();
  const form = useFormStore().read();
  const [opened] = useState<Values>(form.values);
  const [draft, setDraft] = useState(opened);
  const [found, setFound] = useState<readonly FieldError[]>(form.errors.filter(isOwn));
  const next = withoutBlankCodes(draft);
  const before = withoutBlankCodes(opened);

  async function apply(): Promise<void> {
    const body = toRequestBody(next);
    const validate = await loadValidate(form.schema);
    const wrong = [...validate(body, language).filter(isOwn), ...parentProblems(body, language)];
    setDraft(next);
    setFound(wrong);
    if (wrong.length > 0) return focusWrong();
    for (const name of railFields) if (!isEqual(next[name], opened[name])) form.setValue(`/${name}`, next[name]);
    onClose();
  }

  return (
    <Dialog
      open
      width={560}
      onClose={onClose}
      isChanged={railFields.some((name) => !isEqual(next[name], before[name]))}
      title={t('station.editRail')}
      footer={
        <>
          <CancelButton />
          <Button variant="primary" onClick={() => void apply()}>
            {t('common.confirm')}
          </Button>
        </>
      }
    >
      <FormProvider
        state={{
          ...form,
          layout: 'dialog',
          values: draft,
          errors: found,
          setValue: (pointer, value) => {
            setDraft((now) => writePointer(now, pointer, value));
            setFound((errors) => errors.filter((error) => !isAtOrBelow(error.pointer, pointer)));
          },
        }}
      >
        <div className="grid grid-cols-12 gap-x-4 gap-y-2 max-sm:*:col-span-12!">
          <RecordReferenceField name="parent" className="col-span-8" />
          <RecordCheckboxField name="isMain" className="col-span-4" />
          <OperatorCodesField />
        </div>
      </FormProvider>
    </Dialog>
  );
}
