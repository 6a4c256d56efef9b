import { lazy, type ReactNode, Suspense } from 'react';
import type { EntityKey } from '#api/metadata.gen.ts';
import { loadInSet, loadSetMarks } from '#crud/change-set/load-in-set.ts';
import { UpcomingBlocks } from '#crud/change-set/upcoming-blocks.tsx';
import { workingSet } from '#crud/change-set/working-set.ts';
import { FormBody, FormFrame } from '#crud/form/form-shell.tsx';
import { lazyExtra } from '#kit/lazy-code.ts';
import { FormIssuesBlock } from './form-issues-block.tsx';
import { type RecordForm, recordIdentityParams, recordTexts } from './use-record-form.ts';

const FormEditors = lazyExtra(async () => (await import('#crud/record/presence.tsx')).FormEditors);
const SetItemNote = lazy(async () => ({ default: (await loadInSet()).SetItemNote }));
const SetInHead = lazy(async () => ({ default: (await loadSetMarks()).SetInHead }));
const FormPresence = lazyExtra(async () => (await import('./form-presence.tsx')).FormPresence);

/** Says in the head of a form who else edits its record, and what the set in which one works does with it. */
export const RecordInHead = ({ entity, id }: { entity: EntityKey; id: number | null }) =>
  id !== null && (
    <Suspense>
      {workingSet() && <SetInHead entity={entity} id={id} />}
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
  return (
    <>
      {state.context.id !== null && (
        <Suspense>
          <FormPresence form={form} />
        </Suspense>
      )}
      {state.context.id !== null && workingSet() && (
        <Suspense>
          <SetItemNote
            entity={entity.key}
            id={state.context.id}
            className={layout === 'page' ? '' : 'border-b border-line px-(--form-edge) py-3'}
          />
        </Suspense>
      )}
      {layout !== 'page' && fields.record && (
        <UpcomingBlocks
          entity={entity}
          record={fields.record}
          upcoming={fields.upcoming}
          isBrief
          className="border-b border-line px-(--form-edge)!"
        />
      )}
      <FormBody form={form}>
        <parts.Fields />
      </FormBody>
      {layout !== 'page' && <FormIssuesBlock form={form} />}
    </>
  );
}
