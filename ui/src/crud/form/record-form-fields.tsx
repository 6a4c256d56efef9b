import type { ReactNode } from 'react';
import { FormBody, FormFrame } from './form-shell.tsx';
import { OpenPointsBlock } from './open-points-block.tsx';
import { type RecordForm, recordAddressParts, recordTexts } from './use-record-form.ts';

interface Props {
  form: RecordForm;
  className?: string;
  children: ReactNode;
}

/** The form element of a record. */
export const RecordFormFrame = ({ form, ...props }: Props) => (
  <FormFrame form={form} texts={recordTexts(form.entity)} addressParts={recordAddressParts(form.place)} {...props} />
);

/** The kind's own fields under what one should know of them. */
export function RecordFormFields({ form }: { form: RecordForm }) {
  const { parts, place } = form;
  return (
    <>
      <FormBody form={form}>
        <parts.Fields />
      </FormBody>
      {place !== 'page' && <OpenPointsBlock form={form} />}
    </>
  );
}
