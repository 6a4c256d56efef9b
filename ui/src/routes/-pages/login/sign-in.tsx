import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { linkClass } from '#kit/link-button.tsx';
import { Note } from '#kit/note.tsx';
import { useSignInSteps } from '#session/use-session.ts';
import { useAuthOptions } from '../../-account/use-auth-options.ts';
import { DemoAccounts } from './demo-accounts.tsx';
import { EntryFrame } from './entry-frame.tsx';
import { SignInForm } from './sign-in-form.tsx';
import type { useSignIn } from './use-sign-in.ts';

export function SignIn({ form }: { form: ReturnType<typeof useSignIn> }) {
  const { t } = useTexts();
  const { lapsed } = useSignInSteps();
  const submit = useRef<HTMLButtonElement>(null);
  // where they can't be had, one signs in by typing as ever
  const options = useAuthOptions();
  const accounts = options?.demoAccounts ?? [];
  const demo = accounts.length > 0 && (
    <DemoAccounts
      accounts={accounts}
      chosen={form.typed.username}
      onChoose={(account) => {
        form.type(account);
        submit.current?.focus();
      }}
    />
  );
  return (
    <EntryFrame title={t('login.title')} foot={demo}>
      {lapsed && !form.problem && (
        <Note tone="warn" live>
          {t('login.lapsed')}
        </Note>
      )}
      <SignInForm {...form} submit={submit} />
      {options?.registration && (
        <p className="text-center text-ink-2">
          {t('login.noAccount')}{' '}
          <Link to="/register" className={linkClass}>
            {t('login.register')}
          </Link>
        </p>
      )}
    </EntryFrame>
  );
}
