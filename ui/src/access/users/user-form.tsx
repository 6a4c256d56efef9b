import { memo, Suspense, use } from 'react';
import { loadValidate } from '#api/validate.ts';
import {
  ADMIN_IDENTITY_PARAMS,
  type AdminResource,
  adminTexts,
  useAdminForm,
} from '#crud/form/definition/admin-resource.ts';
import { useSaveShortcut } from '#crud/form/edit-form.ts';
import { FormActions } from '#crud/form/form-actions.tsx';
import { FieldLabel, useField } from '#crud/form/form-fields.tsx';
import { FormBody, FormDrawer, FormFrame, FormSkeleton } from '#crud/form/form-shell.tsx';
import { useReturnToCard } from '#crud/form/record/use-return-to-card.ts';
import type { ListAddress } from '#crud/list/use-list.ts';
import { RecordTextField } from '#fields/record-text-field.tsx';
import { t, useTexts } from '#i18n/i18n.ts';
import { Code } from '#kit/display/code.tsx';
import { TextField } from '#kit/fields/text-field.tsx';
import { Note } from '#kit/messages/note.tsx';
import { useSession } from '#session/use-session.ts';
import type { Account } from './account.ts';
import { RolePicker } from './role-picker.tsx';

const resource: AdminResource = {
  key: 'user',
  tag: 'user',
  resource: '/api/v1/users',
  schema: 'UserBody',
  blankValues: { roles: [] },
  toValues: ({ username, displayName, email, roles }) => ({
    username,
    displayName,
    email,
    // the cast: the record is a user as the server returned it
    roles: (roles as Account['roles']).map(({ name }) => name),
  }),
  savedText: ({ email, displayName }, isNew) =>
    isNew ? t('user.invited', { email: String(email) }) : t('done.update', { name: String(displayName) }),
};

interface Props {
  id: number | null;
  list: Pick<ListAddress, 'set'>;
}

/** The form of an existing or new user beside the list. */
export function UserForm({ id, list }: Props) {
  const { t } = useTexts();
  const { close } = useReturnToCard(list, id);
  const name = t(id === null ? 'user.create' : 'user.edit');
  return (
    <Suspense
      fallback={
        <FormDrawer name={name} onClose={close}>
          <FormSkeleton />
        </FormDrawer>
      }
    >
      <LoadedForm id={id} list={list} name={name} />
    </Suspense>
  );
}

function LoadedForm({ id, list, name }: Props & { name: string }) {
  const { t } = useTexts();
  const { user } = useSession();
  const form = useAdminForm({
    resource,
    id,
    layout: 'panel',
    validate: use(loadValidate('UserBody')),
    readOnlyReason: (record) => record?.withinReach === false && t('user.refused.beyondReach'),
  });
  useSaveShortcut(form.save, 'panel');
  const { close } = useReturnToCard(list, id, form);
  const { id: editedId, record } = form.state.context;
  return (
    <FormDrawer
      name={name}
      onClose={close}
      title={
        <span className="flex items-center gap-2">
          {name}
          {record && <Code small>{String(record.username)}</Code>}
          {record && <span className="min-w-0 truncate text-ink-2">{String(record.displayName)}</span>}
        </span>
      }
      footer={<FormActions form={form} />}
    >
      <FormFrame form={form} texts={adminTexts(resource)} identityParams={ADMIN_IDENTITY_PARAMS}>
        <FormBody form={form}>
          <UserFields isNew={editedId === null} isOwn={editedId !== null && editedId === user?.id} />
        </FormBody>
      </FormFrame>
    </FormDrawer>
  );
}

/** The user's names, email and roles; the user name of an existing user is read-only. */
const UserFields = memo(({ isNew, isOwn }: { isNew: boolean; isOwn: boolean }) => {
  const { t } = useTexts();
  const username = useField('username');
  const email = useField('email');
  const roles = useField('roles');
  const address = typeof email.value === 'string' ? email.value : '';
  return (
    <div className="flex flex-col gap-2 p-4">
      <TextField
        name="username"
        mono
        label={<FieldLabel pointer="/username" />}
        required={isNew}
        value={typeof username.value === 'string' ? username.value : ''}
        onChange={username.set}
        lock={username.lock || !isNew}
        error={username.error}
        help={isNew ? username.hint : t('user.usernameStays')}
        autoComplete="off"
      />
      <RecordTextField name="displayName" />
      <TextField
        name="email"
        type="email"
        label={<FieldLabel pointer="/email" />}
        required
        value={address}
        onChange={email.set}
        // users change their own email in their profile, which asks for the password
        lock={email.lock || isOwn}
        error={email.error}
        help={isOwn ? t('user.emailInProfile') : undefined}
        autoComplete="off"
      />
      <RolePicker
        label={<FieldLabel pointer="/roles" />}
        // the cast: only this field writes the roles
        values={(roles.value ?? []) as string[]}
        onChange={roles.set}
        error={roles.error}
        locked={roles.lock}
      />
      {isNew && (
        <Note tone="info">
          {/\S@\S/.test(address) ? t('user.invitationTo', { email: address }) : t('user.invitationText')}
        </Note>
      )}
    </div>
  );
});
