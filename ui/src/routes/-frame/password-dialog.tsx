import { useId, useRef } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { Dialog } from '#kit/dialog.tsx';
import { Note } from '#kit/note.tsx';
import { PasswordField } from '#kit/password-field.tsx';
import type { User } from '#session/can.ts';
import { PasswordRuleList } from '../-account/password-rule-list.tsx';
import { type PasswordFieldName, usePasswordChange } from './use-password-change.ts';
import { waitText } from './wait-text.ts';

interface Props {
  user: User;
  onClose: () => void;
}

/** There while it is open: closed, it keeps nothing of what was typed. */
export function PasswordDialog({ user, onClose }: Props) {
  const { t } = useTexts();
  const form = useId();
  const inputs = { oldPassword: useRef<HTMLInputElement>(null), newPassword: useRef<HTMLInputElement>(null) };
  const { typed, type, errors, problem, busy, submit, rules } = usePasswordChange(user, onClose);
  const field = (name: PasswordFieldName) => ({
    required: true,
    value: typed[name],
    onChange: (value: string) => type(name, value),
    error: errors[name],
    inputRef: inputs[name],
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('password.title')}
      description={t('password.text')}
      initialFocus={inputs.oldPassword}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form={form} variant="primary" busy={busy}>
            {t('password.title')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="flex flex-col gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          void submit().then((field) => field && inputs[field].current?.focus());
        }}
      >
        {problem && (
          <Note tone="bad" live>
            {problem.message}
            {waitText(problem)}
          </Note>
        )}
        {/* tells a password manager whose password this is */}
        <input hidden readOnly autoComplete="username" value={user.username} />
        <PasswordField {...field('oldPassword')} label={t('password.old')} />
        <PasswordField {...field('newPassword')} label={t('password.new')} autoComplete="new-password" />
        <PasswordRuleList rules={rules} typed={typed.newPassword !== ''} />
      </form>
    </Dialog>
  );
}
