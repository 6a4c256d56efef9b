import { useEffect, useRef } from 'react';
import { useLoaded } from '#crud/use-loaded.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Globe } from '#kit/globe.tsx';
import { Logo } from '#kit/logo.tsx';
import { api } from '#session/session.ts';
import { LanguageMenu } from '../../-frame/language-menu.tsx';
import { ThemeToggle } from '../../-frame/theme-toggle.tsx';
import { DraftNote } from '../draft-note.tsx';
import { DemoAccounts } from './demo-accounts.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { useSignIn } from './use-sign-in.ts';

export function Login() {
  const { t } = useTexts();
  const form = useSignIn();
  const submit = useRef<HTMLButtonElement>(null);
  // where it can't be had, one signs in by typing as ever
  const { data } = useLoaded('auth options', async (signal) => {
    const answer = await api.GET('/api/v1/auth/options', { signal });
    return answer.data.demoAccounts;
  });
  const title = `${t('login.title')} · ${t('app.name')}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <div className="grid h-dvh lg:grid-cols-[minmax(0,1fr)_480px]">
      <div className="relative hidden overflow-hidden border-r border-line bg-canvas lg:block">
        <Globe label={t('login.globe')} className="absolute inset-0" />
        <header className="absolute top-7 left-8">
          <Brand tagline />
        </header>
      </div>
      <main className="overflow-y-auto bg-panel">
        <div className="mx-auto grid min-h-full max-w-120 grid-rows-[minmax(0,2fr)_auto_minmax(0,3fr)] gap-6 px-6 py-8 sm:px-16">
          <div className="flex items-start justify-end gap-1">
            <div className="mr-auto lg:invisible">
              <Brand />
            </div>
            <LanguageMenu />
            <ThemeToggle />
          </div>
          <div className="flex flex-col gap-4">
            <h1 className="text-xl font-semibold">{t('login.title')}</h1>
            <DraftNote />
            <SignInForm {...form} submit={submit} />
          </div>
          <div className="self-end">
            {data && data.length > 0 && (
              <DemoAccounts
                accounts={data}
                chosen={form.typed.username}
                onChoose={(account) => {
                  form.type(account);
                  submit.current?.focus();
                }}
              />
            )}
          </div>
        </div>
      </main>
    </div>
  );
}

function Brand({ tagline }: { tagline?: boolean }) {
  const { t } = useTexts();
  return (
    <div className="flex items-center gap-2">
      <Logo size={26} />
      <span className="text-lg font-semibold">{t('app.name')}</span>
      {tagline && <span className="ml-1.5 text-ink-3">{t('app.tagline')}</span>}
    </div>
  );
}
