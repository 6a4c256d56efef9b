import { useState } from 'react';
import type { FieldError } from '#api/problem.ts';
import { loadValidate } from '#api/validate.ts';
import type { Values } from '#crud/define-entity.ts';
import { same, writePointer } from '#crud/merge.ts';
import { FormContext, useForm } from '#crud/record/form-context.ts';
import { toBody } from '#crud/record/form-values.ts';
import { RecordCheckboxField } from '#fields/record-checkbox-field.tsx';
import { RecordReferenceField } from '#fields/record-reference-field.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { Dialog } from '#kit/dialog.tsx';
import { parentProblems } from './check.ts';
import { operatorCodesOf, written } from './operator-codes.ts';
import { OperatorCodesField } from './operator-codes-field.tsx';

const own = ['parent', 'isMain', 'operatorCodes'] as const;
const isOwn = ({ pointer }: FieldError) =>
  own.some((name) => pointer === `/${name}` || pointer.startsWith(`/${name}/`));

const focusWrong = () =>
  void requestAnimationFrame(() =>
    document.querySelector<HTMLElement>('[role="dialog"] [aria-invalid="true"]')?.focus(),
  );

/** Changes its fields apart from the form, which takes them over together once they are sound. */
export function RailStationDialog({ onClose }: { onClose: () => void }) {
  const { t, language } = useTexts();
  const form = useForm();
  const [opened] = useState<Values>(form.values);
  const [draft, setDraft] = useState(opened);
  const [found, setFound] = useState<readonly FieldError[]>(form.errors.filter(isOwn));
  const touched = (pointer: string) => (error: FieldError) =>
    error.pointer === pointer || error.pointer.startsWith(`${pointer}/`);

  async function apply(): Promise<void> {
    const next: Values = { ...draft, operatorCodes: written(operatorCodesOf(draft.operatorCodes)) };
    const body = toBody(next);
    const validate = await loadValidate(form.schema);
    const wrong = [...validate(body, language).filter(isOwn), ...parentProblems(body, language)];
    setDraft(next);
    setFound(wrong);
    if (wrong.length > 0) return focusWrong();
    for (const name of own) if (!same(next[name], opened[name])) form.change(`/${name}`, next[name]);
    onClose();
  }
  return (
    <Dialog
      open
      width={560}
      onClose={onClose}
      title={t('station.editRail')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" onClick={() => void apply()}>
            {t('common.confirm')}
          </Button>
        </>
      }
    >
      <FormContext
        value={{
          ...form,
          place: 'dialog',
          values: draft,
          errors: found,
          change: (pointer, value) => {
            setDraft((now) => writePointer(now, pointer, value));
            setFound((errors) => errors.filter((error) => !touched(pointer)(error)));
          },
        }}
      >
        <div className="grid grid-cols-12 gap-x-4 gap-y-2">
          <RecordReferenceField name="parent" className="col-span-8" />
          <RecordCheckboxField name="isMain" className="col-span-4" />
          <OperatorCodesField />
        </div>
      </FormContext>
    </Dialog>
  );
}
