import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import type { EntityKey } from '#api/metadata.gen.ts';
import type { UpcomingBlocksProps } from '#crud/change-set/upcoming-blocks.tsx';
import { createLazyCode } from '#kit/lazy-code.ts';
import { FormIssuesBlock } from './form-issues-block.tsx';
import { FormBody, FormFrame } from './form-shell.tsx';
import { type RecordForm, recordIdentityParams, recordTexts } from './state/use-record-form.ts';

const editorsCode = createLazyCode(() => import('#crud/record/presence.tsx'));
const presenceCode = createLazyCode(() => import('./form-presence.tsx'));
const upcomingCode = createLazyCode(() => import('#crud/change-set/upcoming-blocks.tsx'));
// nobody waits for it, so a failed load is not reported
const FormEditors = lazy<ComponentType<{ entity: EntityKey; id: number }>>(async () => ({
  default: (await editorsCode.load())?.FormEditors ?? (() => null),
}));
const FormPresence = lazy(async () => ({ default: (await presenceCode.load())?.FormPresence ?? (() => null) }));
const UpcomingBlocks = lazy<ComponentType<UpcomingBlocksProps>>(async () => ({
  default: (await upcomingCode.load())?.UpcomingBlocks ?? (() => null),
}));

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

/** The entity's fields with the form's notes above and, beside a list, what is upcoming above and its open issues below. */
export function RecordFormFields({ form }: { form: RecordForm }) {
  const { entity, parts, layout, state, fields } = form;
  const { upcoming = [] } = fields;
  return (
    <>
      {state.context.id !== null && (
        <Suspense>
          <FormPresence form={form} />
        </Suspense>
      )}
      {layout !== 'page' && fields.record && upcoming.length > 0 && (
        <Suspense>
          <UpcomingBlocks
            entity={entity}
            record={fields.record}
            upcoming={upcoming}
            isBrief
            className="border-b border-line px-(--form-edge)!"
          />
        </Suspense>
      )}
      <FormBody form={form}>
        <parts.Fields />
      </FormBody>
      {layout !== 'page' && <FormIssuesBlock form={form} />}
    </>
  );
}
