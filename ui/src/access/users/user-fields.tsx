import { FieldLabel } from '#crud/record/field-label.tsx';
import { useField } from '#crud/record/form-context.ts';
import { RecordTextField } from '#fields/record-text-field.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { Note } from '#kit/note.tsx';
import { TextField } from '#kit/text-field.tsx';
import { RolePicker } from './role-picker.tsx';

/** Who somebody is and what they may; the user name is chosen once. */
export function UserFields({ isNew, isOwn }: { isNew: boolean; isOwn: boolean }) {
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
        // its change asks for the password there
        lock={email.lock || isOwn}
        error={email.error}
        help={isOwn ? t('user.emailInProfile') : undefined}
        autoComplete="off"
      />
      <RolePicker
        label={<FieldLabel pointer="/roles" />}
        // only its own field writes it
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
}
