import { useId, useRef } from 'react';
import { notify } from '#crud/notify.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { PasswordField } from '#kit/fields/password-field.tsx';
import { TextField } from '#kit/fields/text-field.tsx';
import { CancelButton } from '#kit/layers/cancel-button.tsx';
import { Dialog } from '#kit/layers/dialog.tsx';
import type { User } from '#session/permissions.ts';
import { api, session } from '#session/session.ts';
import { FormProblem } from '../../-account/form-problem.tsx';
import { findContractErrors, useAccountForm } from '../../-account/use-account-form.ts';

interface ProfileDialogProps {
  user: User;
  onClose: () => void;
}

/** Changes the user's name and email. A changed email requires the password, because passwords are reset by email. */
export function ProfileDialog({ user, onClose }: ProfileDialogProps) {
  const { t } = useTexts();
  const id = useId();
  const firstInput = useRef<HTMLInputElement>(null);
  const toBody = ({ displayName, email, password }: Record<'displayName' | 'email' | 'password', string>) => ({
    displayName: displayName.trim(),
    email: email.trim(),
    ...(email.trim() === user.email ? {} : { password }),
  });
  const { form, field, values, isChanged, problem, busy } = useAccountForm(
    { displayName: user.displayName, email: user.email, password: '' },
    {
      check: (input) => findContractErrors('ProfileBody', toBody(input)),
      send: async (input) => {
        await api.PUT('/api/v1/profile', { body: toBody(input) });
        await session.refresh(true);
        notify.success(t('profile.done'));
        onClose();
      },
    },
  );
  return (
    <Dialog
      open
      onClose={onClose}
      isChanged={isChanged}
      title={t('profile.title')}
      initialFocus={firstInput}
      footer={
        <>
          <CancelButton />
          <Button type="submit" form={id} variant="primary" busy={busy}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form {...form} id={id} className="flex flex-col gap-2">
        <FormProblem problem={problem} />
        <TextField label={t('profile.username')} value={user.username} lock autoComplete="username" />
        <TextField
          {...field('displayName')}
          required
          label={t('profile.displayName')}
          autoComplete="name"
          inputRef={firstInput}
        />
        <TextField
          {...field('email')}
          required
          type="email"
          label={t('profile.email')}
          help={t('profile.passwordHelp')}
          autoComplete="email"
        />
        {values.email.trim() !== user.email && (
          <PasswordField {...field('password')} required label={t('profile.password')} />
        )}
      </form>
    </Dialog>
  );
}
