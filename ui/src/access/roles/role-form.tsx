import { memo, Suspense, use, useEffect, useState } from 'react';
import type { Role } from '#access/common/use-roles.ts';
import { loadValidate } from '#api/validate.ts';
import {
  ADMIN_IDENTITY_PARAMS,
  type AdminResource,
  adminTexts,
  useAdminForm,
} from '#crud/form/definition/admin-resource.ts';
import { type EditForm, useSaveShortcut } from '#crud/form/edit-form.ts';
import { FormActions } from '#crud/form/form-actions.tsx';
import { FieldLabel, useField } from '#crud/form/form-fields.tsx';
import { FormBody, FormFooter, FormFrame, FormHead, FormSkeleton } from '#crud/form/form-shell.tsx';
import type { ListAddress } from '#crud/list/use-list.ts';
import { usePageSubject } from '#crud/page-subject.ts';
import type { Data } from '#crud/pointers.ts';
import { useAction } from '#crud/use-action.ts';
import { RecordTextField } from '#fields/record-text-field.tsx';
import { roleName } from '#i18n/display-name.ts';
import { t, useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Panel } from '#kit/display/panel.tsx';
import { TextField } from '#kit/fields/text-field.tsx';
import { ConfirmDialog } from '#kit/layers/confirm-dialog.tsx';
import { Menu } from '#kit/layers/menu.tsx';
import { Note } from '#kit/messages/note.tsx';
import { isAdministrator } from '#session/permissions.ts';
import { useSession } from '#session/use-session.ts';
import { DeleteRole } from './delete-role.tsx';
import { EffectDialog } from './effect-dialog.tsx';
import type { PermissionChanges as Changes } from './matrix.ts';
import { PeopleLink } from './role-columns.tsx';
import { RolePermissions } from './role-permissions.tsx';
import { confirmRole } from './roles-calls.ts';
import { permissionChanges, useConfirmedSave } from './use-confirmed-save.ts';
import { useRoleActions } from './use-role-actions.ts';

interface Props {
  id: number | null;
  set: ListAddress['set'];
}

/** The form of an existing or new role, which replaces the list. */
export function RoleForm(props: Props) {
  return (
    <Suspense fallback={<FormSkeleton page />}>
      <Page {...props} />
    </Suspense>
  );
}

function Page({ id, set }: Props) {
  const { t } = useTexts();
  const form = useAdminForm({
    resource: roleResource,
    id,
    layout: 'page',
    validate: use(loadValidate('RoleBody')),
    readOnlyReason: (record) => record?.withinReach === false && t('role.beyondReach'),
  });
  const { state } = form;
  const { values } = state.context;
  // the cast: the record is the role as the server returned it
  const role = state.context.record as unknown as Role | null;
  const confirmedSave = useConfirmedSave(form);
  useSaveShortcut(confirmedSave.save, 'page');
  const toList = () => void set({ id: undefined, panel: undefined });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the machine has ended
  useEffect(() => {
    if (state.matches('saved')) toList();
  }, [state.status]);
  return (
    <section className="flex min-w-0 flex-1 flex-col">
      <RoleHead form={form} onBack={toList} />
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto bg-canvas">
        <FormFrame
          form={form}
          texts={adminTexts(roleResource)}
          identityParams={ADMIN_IDENTITY_PARAMS}
          onSubmit={confirmedSave.save}
          className="flex flex-col gap-3 px-page py-4"
        >
          <FormBody form={form}>
            <RoleFields />
            {role?.unconfirmedAdministrator && <ConfirmRole role={role} onConfirmed={toList} />}
            <RolePermissions administrator={isAdministratorRole(values, state.context.record)} />
          </FormBody>
        </FormFrame>
      </div>
      {form.isLoaded && (
        <FormFooter>
          <FormActions
            form={{ ...form, save: confirmedSave.save }}
            savedNote={t('form.calm')}
            draftNote={<ChangeCounts {...permissionChanges(form)} />}
            extraButton={form.changes.length === 0 && <Button onClick={toList}>{t('form.backToList')}</Button>}
          />
        </FormFooter>
      )}
      <EffectDialog {...confirmedSave} name={String(values.displayName ?? '')} />
    </section>
  );
}

/** The number of permissions that saving adds and removes: 新增 2 项，移除 1 项. */
function ChangeCounts({ added: gives, removed: takes }: Changes) {
  const { t } = useTexts();
  return (
    <span aria-live="polite" className="flex gap-3 text-xs">
      {gives.length > 0 && <span className="text-ok-ink">{t('role.givesCount', { count: gives.length })}</span>}
      {takes.length > 0 && <span className="text-bad-ink">{t('role.takesCount', { count: takes.length })}</span>}
    </span>
  );
}

const roleResource: AdminResource = {
  key: 'role',
  tag: 'role',
  resource: '/api/v1/roles',
  schema: 'RoleBody',
  blankValues: { description: null, permissions: [] },
  toValues: ({ name, displayName, description, permissions }) => ({ name, displayName, description, permissions }),
  savedText: ({ displayName }, isNew) => t(isNew ? 'done.create' : 'done.update', { name: String(displayName) }),
};

/** Returns whether the typed names make the role an administrator; an unconfirmed display name does not count. */
function isAdministratorRole({ name, displayName }: Data, base: Data | null): boolean {
  if (base?.unconfirmedAdministrator && base.displayName === displayName) return name === 'admin';
  const role = { name: String(name ?? ''), displayName: String(displayName ?? ''), permissions: [] };
  // the cast: isAdministrator reads only the roles
  return isAdministrator({ roles: [role] } as unknown as Parameters<typeof isAdministrator>[0]);
}

/** The role's name, display name and description. */
const RoleFields = memo(() => {
  const { t } = useTexts();
  const name = useField('name');
  return (
    <Panel title={t('form.basics')}>
      <div className="@container">
        <div className="-mb-2 grid grid-cols-12 gap-x-4 gap-y-2 max-sm:*:col-span-12!">
          <TextField
            name="name"
            mono
            label={<FieldLabel pointer="/name" />}
            required
            value={typeof name.value === 'string' ? name.value : ''}
            onChange={name.set}
            lock={name.lock}
            error={name.error}
            help={name.hint}
            className="col-span-6 @3xl:col-span-3"
          />
          <RecordTextField name="displayName" className="col-span-6 @3xl:col-span-3" />
          <RecordTextField name="description" className="col-span-12 @3xl:col-span-6" />
        </div>
      </div>
    </Panel>
  );
});

interface ConfirmRoleProps {
  role: Role;
  /** Called after the role has been confirmed as administrator. */
  onConfirmed: () => unknown;
}

/** Warns that a role has an administrator's name without the rights, and lets an administrator grant them. */
function ConfirmRole({ role, onConfirmed }: ConfirmRoleProps) {
  const { t } = useTexts();
  const { user, denialReason } = useSession();
  const { busy, problem, run, clearProblem } = useAction();
  const [open, setOpen] = useState(false);
  const name = roleName(role);
  const disabledReason =
    denialReason('role:update') || (isAdministrator(user) ? false : t('role.administratorsConfirm'));

  function close(): void {
    clearProblem();
    setOpen(false);
  }

  async function confirm(): Promise<void> {
    if (await run(() => confirmRole(role), t('role.confirmed', { name }), onConfirmed)) close();
  }

  return (
    <Note
      tone="warn"
      action={
        <Button size="sm" disabledReason={disabledReason} onClick={() => setOpen(true)}>
          {t('role.confirm')}
        </Button>
      }
    >
      {t('role.unconfirmedText', { name })}
      <ConfirmDialog
        open={open}
        onClose={close}
        title={t('role.confirmQuestion', { name })}
        description={t('role.confirmText', { count: role.people })}
        confirmLabel={t('role.confirm')}
        cancelLabel={t('common.cancel')}
        busy={busy}
        error={problem?.message}
        onConfirm={() => void confirm()}
      />
    </Note>
  );
}

/** The page header with the role's title and further actions. */
function RoleHead({ form: { state, changes }, onBack }: { form: EditForm; onBack: () => void }) {
  const { t } = useTexts();
  const [roleToDelete, setRoleToDelete] = useState<Role>();
  const actions = useRoleActions({ onEdit: () => {}, onDelete: setRoleToDelete });
  // the cast: the record is the role as the server returned it
  const role = state.context.record as unknown as Role | null;
  const title = role ? roleName(role) : t(state.context.id === null ? 'role.create' : 'role.edit');
  usePageSubject(role?.name ?? title);
  const findAction = (id: string) => role && actions(role).find((action) => action.id === id);
  const [preview, remove] = [findAction('preview'), findAction('delete')];
  return (
    <FormHead title={title} code={role?.name} onBack={onBack}>
      {role && (
        <span className="ml-2 flex flex-none items-center gap-1.5 text-xs text-ink-3">
          {t('role.peopleHave')} <PeopleLink role={role} />
        </span>
      )}
      {/* keeps the place of the actions' line on phones */}
      {state.context.id !== null && !role && <div className="h-10 sm:hidden" />}
      {role && preview && remove && (
        <div className="ml-auto flex flex-none gap-2">
          <Button
            icon="eye"
            // the preview reloads the page
            disabledReason={preview.disabledReason || (changes.length > 0 && t('role.previewUnsaved'))}
            onClick={preview.onSelect}
          >
            {preview.label}
          </Button>
          <Menu
            trigger={<Button icon="more" iconOnly aria-label={t('common.more')} />}
            items={[
              {
                id: 'delete',
                icon: 'trash',
                tone: 'bad',
                label: `${t('role.delete')}…`,
                disabledReason: remove.disabledReason,
                onSelect: remove.onSelect,
              },
            ]}
          />
        </div>
      )}
      <DeleteRole role={roleToDelete} onClose={() => setRoleToDelete(undefined)} onDeleted={onBack} />
    </FormHead>
  );
}
