import type { ReactNode } from 'react';
import { FormIssuesBlock } from './form-issues-block.tsx';
import { FormBody, FormFrame } from './form-shell.tsx';
import { type RecordForm, recordIdentityParams, recordTexts } from './state/use-record-form.ts';

interface Props {
  form: RecordForm;
  className?: string;
  children: ReactNode;
}

/** The form element of a record. */
export const RecordFormFrame = ({ form, ...props }: Props) => (
  <FormFrame
    form={form}
    texts={recordTexts(form.entity)}
    identityParams={recordIdentityParams(form.layout)}
    {...props}
  />
);

/** The entity's fields with the form's notes above and, beside a list, its open issues below. */
export function RecordFormFields({ form }: { form: RecordForm }) {
  const { parts, layout } = form;
  return (
    <>
      <FormBody form={form}>
        <parts.Fields />
      </FormBody>
      {layout !== 'page' && <FormIssuesBlock form={form} />}
    </>
  );
}
