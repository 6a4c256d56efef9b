import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import type { EntityKey } from '#api/metadata.gen.ts';
import { createLazyCode } from '#kit/lazy-code.ts';
import { FormIssuesBlock } from './form-issues-block.tsx';
import { FormBody, FormFrame } from './form-shell.tsx';
import { type RecordForm, recordIdentityParams, recordTexts } from './state/use-record-form.ts';

const editorsCode = createLazyCode(() => import('#crud/record/presence.tsx'));
const presenceCode = createLazyCode(() => import('./form-presence.tsx'));
// nobody waits for it, so a failed load is not reported
const FormEditors = lazy<ComponentType<{ entity: EntityKey; id: number }>>(async () => ({
  default: (await editorsCode.load())?.FormEditors ?? (() => null),
}));
const FormPresence = lazy(async () => ({ default: (await presenceCode.load())?.FormPresence ?? (() => null) }));

/** Says in the head of a form who else edits its record. */
export const EditorsInHead = ({ entity, id }: { entity: EntityKey; id: number | null }) =>
  id !== null && (
    <Suspense>
      <FormEditors entity={entity} id={id} />
    </Suspense>
  );

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
  const { parts, layout, state } = form;
  return (
    <>
      {state.context.id !== null && (
        <Suspense>
          <FormPresence form={form} />
        </Suspense>
      )}
      <FormBody form={form}>
        <parts.Fields />
      </FormBody>
      {layout !== 'page' && <FormIssuesBlock form={form} />}
    </>
  );
}
