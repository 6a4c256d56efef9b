import { type ReactNode, useState } from 'react';
import { FieldLabel } from '#crud/record/field-label.tsx';
import { FieldValue } from '#crud/record/field-value.tsx';
import { useField, useForm } from '#crud/record/form-context.ts';
import { FormSection } from '#fields/form-section.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { Button, IconButton } from '#kit/button.tsx';
import { Field } from '#kit/field.tsx';
import { OperatorCodeList } from './operator-code-list.tsx';
import { RailStationDialog } from './rail-station-dialog.tsx';

/** The station among the railways: which it belongs to, and what its operators call it; changed in a dialog. */
export function RailStation() {
  const { t } = useTexts();
  const { schema, locked } = useForm();
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
        <Shown onMend={parent.error && edit}>
          <FieldValue schema={schema} pointer="/parent" value={parent.value} />
        </Shown>
      </Field>
      <Field group tight label={<FieldLabel pointer="/isMain" />} error={main.error} className="col-span-6">
        <Shown>{t(main.value === true ? 'value.boolean.true' : 'value.boolean.false')}</Shown>
      </Field>
      <Field group tight label={<FieldLabel pointer="/operatorCodes" />} error={codes.error} className="col-span-12">
        <Shown onMend={codes.error && edit}>
          <OperatorCodeList value={codes.value} />
        </Shown>
      </Field>
      {open && <RailStationDialog onClose={() => setOpen(false)} />}
    </FormSection>
  );
}

interface ShownProps {
  /** What is wrong in it is mended elsewhere: the way there takes the focus. */
  onMend?: (() => void) | '' | undefined;
  children: ReactNode;
}

/** A value in the place of a control. */
function Shown({ onMend, children }: ShownProps) {
  const { t } = useTexts();
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-2">
      {children}
      {onMend && <IconButton icon="edit" aria-label={t('station.editRail')} onClick={onMend} />}
    </div>
  );
}
