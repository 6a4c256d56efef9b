import { useState } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { LinkButton } from '#kit/link-button.tsx';
import { TextField } from '#kit/text-field.tsx';
import { api } from '#session/session.ts';
import { FormProblem } from '../../-account/form-problem.tsx';
import { contractErrors, useForm } from '../../-account/use-form.ts';
import { BackToSignIn } from './back-to-sign-in.tsx';
import { EntryFrame } from './entry-frame.tsx';

/** Asks for a link; what it answers is the same for every address. */
export function Forgot() {
  const { t } = useTexts();
  const [sent, setSent] = useState<string>();
  const { form, field, problem, busy } = useForm(
    { email: '' },
    {
      check: (typed) => contractErrors('ForgottenPassword', { email: typed.email.trim() }),
      send: async ({ email }) => {
        await api.POST('/password', { body: { email: email.trim() } });
        setSent(email.trim());
      },
    },
  );
  if (sent !== undefined) {
    return (
      <EntryFrame title={t('forgot.sentTitle')} text={t('forgot.sent', { email: sent })}>
        <p className="text-ink-2">
          {t('forgot.again')} <LinkButton onClick={() => setSent(undefined)}>{t('forgot.another')}</LinkButton>
        </p>
        <BackToSignIn />
      </EntryFrame>
    );
  }
  return (
    <EntryFrame title={t('forgot.title')} text={t('forgot.text')}>
      <form {...form} className="flex flex-col gap-2">
        <FormProblem problem={problem} />
        {/* the page has nothing else to begin with */}
        <TextField
          {...field('email')}
          size="lg"
          type="email"
          label={t('forgot.email')}
          autoComplete="email"
          autoFocus
        />
        <Button type="submit" variant="primary" size="lg" busy={busy} className="mt-1 w-full">
          {t('forgot.submit')}
        </Button>
      </form>
      <BackToSignIn />
    </EntryFrame>
  );
}
