import { Suspense, use, useEffect } from 'react';
import type { Role } from '#access/common/use-roles.ts';
import { loadValidate } from '#api/validate.ts';
import { SubjectFrame, SubjectSkeleton } from '#crud/admin/subject-frame.tsx';
import type { Address } from '#crud/admin/use-address.ts';
import { useSaveKey, useSubjectForm } from '#crud/admin/use-subject-form.ts';
import { FormActions } from '#crud/form/form-actions.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { changesOf } from './changes-of.ts';
import { ConfirmRole } from './confirm-role.tsx';
import { Difference } from './difference.tsx';
import { EffectDialog } from './effect-dialog.tsx';
import { RoleFields } from './role-fields.tsx';
import { RoleHead } from './role-head.tsx';
import { RolePermissions } from './role-permissions.tsx';
import { isAdministratorRole, roleSubject } from './role-subject.ts';
import { useConfirmedSave } from './use-confirmed-save.ts';

interface Props {
  id: number | null;
  set: Address['set'];
}

/** A role being changed, or a new one, in the place of the list. */
export function RoleForm(props: Props) {
  return (
    <Suspense fallback={<SubjectSkeleton />}>
      <Page {...props} />
    </Suspense>
  );
}

function Page({ id, set }: Props) {
  const { t } = useTexts();
  const form = useSubjectForm({
    ...{ subject: roleSubject, id, place: 'page' },
    validate: use(loadValidate('RoleBody')),
    held: (record) => record?.withinReach === false && t('role.beyondReach'),
  });
  const { state } = form;
  const { values } = state.context;
  // the role as the server answered it
  const role = state.context.base as unknown as Role | null;
  const confirmed = useConfirmedSave(form);
  useSaveKey(confirmed.save);
  const toList = () => void set({ id: undefined, panel: undefined });
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaves once, when the machine has ended
  useEffect(() => {
    if (state.matches('saved') || state.matches('discarded')) toList();
  }, [state.status]);
  return (
    <section className="flex min-w-0 flex-1 flex-col">
      <RoleHead form={form} onBack={toList} />
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto bg-canvas">
        <SubjectFrame form={form} onSubmit={confirmed.save} className="flex flex-col gap-3 px-6 py-4">
          <RoleFields />
          {role?.unconfirmedAdministrator && <ConfirmRole role={role} onConfirmed={toList} />}
          <RolePermissions administrator={isAdministratorRole(values, state.context.base)} />
        </SubjectFrame>
      </div>
      {form.there && (
        <footer className="flex min-h-14 flex-none items-center border-t border-line-strong bg-panel px-6 py-2">
          <FormActions
            form={{ ...form, save: confirmed.save }}
            calm={t('form.calm')}
            note={<Difference {...changesOf(form)} />}
            more={form.changes.length === 0 && <Button onClick={toList}>{t('form.backToList')}</Button>}
          />
        </footer>
      )}
      <EffectDialog {...confirmed} name={String(values.displayName ?? '')} />
    </section>
  );
}
