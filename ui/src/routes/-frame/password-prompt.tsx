import { useId, useRef } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { Dialog } from '#kit/dialog.tsx';
import { PasswordField } from '#kit/password-field.tsx';
import { FormProblem } from '../-account/form-problem.tsx';
import { useForm } from '../-account/use-form.ts';

interface Props {
  ask: 'askSetUp' | 'askRenew' | 'askRemove';
  username: string;
  onBack: () => void;
  send: (password: string) => Promise<void>;
}

const titles = { askSetUp: 'twoStep.setUp', askRenew: 'twoStep.renew', askRemove: 'twoStep.remove' } as const;

/** The password once more, before anything of the second factor changes. */
export function PasswordPrompt({ ask, username, onBack, send }: Props) {
  const { t } = useTexts();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { form, field, problem, busy } = useForm(
    { password: '' },
    {
      check: ({ password }) => ({ password: password === '' ? t('common.required') : undefined }),
      send: ({ password }) => send(password),
    },
  );
  return (
    <Dialog
      open
      onClose={onBack}
      title={t(titles[ask])}
      description={t(`twoStep.${ask}`)}
      initialFocus={input}
      footer={
        <>
          <Button onClick={onBack}>{t('common.back')}</Button>
          <Button type="submit" form={id} variant={ask === 'askRemove' ? 'danger' : 'primary'} busy={busy}>
            {t(ask === 'askSetUp' ? 'twoStep.next' : titles[ask])}
          </Button>
        </>
      }
    >
      <form {...form} id={id} className="flex flex-col gap-2">
        <FormProblem problem={problem} />
        {/* tells a password manager whose password this is */}
        <input hidden readOnly autoComplete="username" value={username} />
        <PasswordField {...field('password')} required label={t('twoStep.password')} inputRef={input} />
      </form>
    </Dialog>
  );
}
