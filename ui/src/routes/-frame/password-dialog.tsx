import { useId, useRef } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { Dialog } from '#kit/dialog.tsx';
import { Icon } from '#kit/icon.tsx';
import { Note } from '#kit/note.tsx';
import { PasswordField } from '#kit/password-field.tsx';
import { Dot } from '#kit/status-mark.tsx';
import { keptRules, passwordRules, type TypedPasswords } from './password-rules.ts';
import { usePasswordChange } from './use-password-change.ts';
import { waitText } from './wait-text.ts';

interface Props {
  open: boolean;
  username: string;
  onClose: () => void;
}

export function PasswordDialog({ open, username, onClose }: Props) {
  const { t } = useTexts();
  const form = useId();
  const inputs = {
    oldPassword: useRef<HTMLInputElement>(null),
    newPassword: useRef<HTMLInputElement>(null),
    repeat: useRef<HTMLInputElement>(null),
  };
  const { typed, type, errors, problem, busy, submit } = usePasswordChange(open, onClose);
  const field = (name: keyof TypedPasswords) => ({
    required: true,
    value: typed[name],
    onChange: (value: string) => type(name, value),
    error: errors[name],
    inputRef: inputs[name],
  });
  return (
    <Dialog
      open={open}
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
        <input hidden readOnly autoComplete="username" value={username} />
        <PasswordField {...field('oldPassword')} label={t('password.old')} />
        <PasswordField {...field('newPassword')} label={t('password.new')} autoComplete="new-password" />
        <PasswordField {...field('repeat')} label={t('password.repeat')} autoComplete="new-password" />
        <Rules typed={typed} />
      </form>
    </Dialog>
  );
}

function Rules({ typed }: { typed: TypedPasswords }) {
  const { t } = useTexts();
  const kept = keptRules(typed);
  return (
    <ul className="flex flex-col gap-0.5 text-xs">
      {passwordRules.map((rule) => (
        <li
          key={rule}
          className={kept[rule] ? 'flex items-center gap-1.5 text-ok-ink' : 'flex items-center gap-1.5 text-ink-3'}
        >
          <span className="grid size-3.5 place-items-center">
            {kept[rule] ? <Icon name="check" size={14} label={t('password.kept')} /> : <Dot tone="idle" />}
          </span>
          {t(`password.rule.${rule}`)}
        </li>
      ))}
    </ul>
  );
}
