import { useId, useRef } from 'react';
import { notify } from '#crud/notify.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { Dialog } from '#kit/dialog.tsx';
import { PasswordField } from '#kit/password-field.tsx';
import type { User } from '#session/can.ts';
import { api, session } from '#session/session.ts';
import { FormProblem } from '../-account/form-problem.tsx';
import { NewPasswordField } from '../-account/new-password-field.tsx';
import { useForm } from '../-account/use-form.ts';
import { usePasswordRules } from '../-account/use-password-rules.ts';

interface Props {
  user: User;
  onClose: () => void;
}

/** There while it is open: closed, it keeps nothing of what was typed. */
export function PasswordDialog({ user, onClose }: Props) {
  const { t } = useTexts();
  const id = useId();
  const first = useRef<HTMLInputElement>(null);
  const { form, field, typed, problem, busy } = useForm(
    { oldPassword: '', newPassword: '' },
    {
      check: ({ oldPassword }) => ({
        oldPassword: oldPassword === '' ? t('common.required') : undefined,
        newPassword: error(),
      }),
      send: async (body) => {
        const { data } = await api.PUT('/api/v1/profile/password', { body });
        session.renew(data.token);
        notify.success(t('password.done'));
        onClose();
      },
    },
  );
  const { rules, error } = usePasswordRules(typed.newPassword, user, typed.oldPassword);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('password.title')}
      description={t('password.text')}
      initialFocus={first}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form={id} variant="primary" busy={busy}>
            {t('password.title')}
          </Button>
        </>
      }
    >
      <form {...form} id={id} className="flex flex-col gap-2">
        <FormProblem problem={problem} />
        {/* tells a password manager whose password this is */}
        <input hidden readOnly autoComplete="username" value={user.username} />
        <PasswordField {...field('oldPassword')} required label={t('password.old')} inputRef={first} />
        <NewPasswordField {...field('newPassword')} label={t('password.new')} rules={rules} />
      </form>
    </Dialog>
  );
}
