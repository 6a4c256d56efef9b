import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { toProblem } from '#api/problem.ts';
import { notify } from '#crud/notify.ts';
import { language, useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { linkClass } from '#kit/link-button.tsx';
import { linkToken } from '#session/link-token.ts';
import { api } from '#session/session.ts';
import { FormProblem } from '../../-account/form-problem.tsx';
import { NewPasswordField } from '../../-account/new-password-field.tsx';
import { useForm } from '../../-account/use-form.ts';
import { usePasswordRules } from '../../-account/use-password-rules.ts';
import { BackToSignIn } from './back-to-sign-in.tsx';
import { EntryFrame } from './entry-frame.tsx';

/** A new password by the link of a mail. */
export function Reset() {
  const { t } = useTexts();
  const [spent, setSpent] = useState(false);
  const token = linkToken('reset')?.token;
  if (token !== undefined && !spent) return <NewPassword token={token} onSpent={() => setSpent(true)} />;
  return (
    <EntryFrame
      title={t(spent ? 'reset.spentTitle' : 'reset.reopenTitle')}
      text={t(spent ? 'reset.spent' : 'reset.reopen')}
    >
      <Link to="/login" search={{ forgot: '' }} className={`${linkClass} w-fit`}>
        {t('reset.again')}
      </Link>
      <BackToSignIn />
    </EntryFrame>
  );
}

function NewPassword({ token, onSpent }: { token: string; onSpent: () => void }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { form, field, typed, problem, busy } = useForm(
    { newPassword: '' },
    {
      check: () => ({ newPassword: error() }),
      send: async ({ newPassword }) => {
        try {
          await api.PUT('/possword', { body: { token, newPassword } });
        } catch (error) {
          if (toProblem(error, language()).fields.some(({ pointer }) => pointer === '/token')) return onSpent();
          throw error;
        }
        notify.success(t('reset.done'));
        void navigate({ to: '/login', replace: true });
      },
    },
  );
  // whose it is, only the server knows here
  const { rules, error } = usePasswordRules(typed.newPassword);
  return (
    <EntryFrame title={t('reset.title')} text={t('reset.text')}>
      <form {...form} className="flex flex-col gap-2">
        <FormProblem problem={problem} />
        <NewPasswordField {...field('newPassword')} size="lg" label={t('reset.password')} rules={rules} autoFocus />
        <Button type="submit" variant="primary" size="lg" busy={busy} className="mt-3 w-full">
          {t('reset.submit')}
        </Button>
      </form>
      <BackToSignIn />
    </EntryFrame>
  );
}
