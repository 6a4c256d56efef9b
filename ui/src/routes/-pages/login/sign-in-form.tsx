import { Link } from '@tanstack/react-router';
import { type RefObject, useRef } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { linkClass } from '#kit/link-button.tsx';
import { Note } from '#kit/note.tsx';
import { PasswordField } from '#kit/password-field.tsx';
import { TextField } from '#kit/text-field.tsx';
import { waitText } from '../../-frame/wait-text.ts';
import type { useSignIn } from './use-sign-in.ts';

type Props = ReturnType<typeof useSignIn> & { submit: RefObject<HTMLButtonElement | null> };

export function SignInForm({ typed, type, missing, problem, busy, signIn, submit }: Props) {
  const { t } = useTexts();
  const username = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);

  async function send(): Promise<void> {
    const field = await signIn();
    if (field === 'username') username.current?.focus();
    // selected, so that the next try replaces it and a look behind the eye still finds it
    if (field === 'password') password.current?.select();
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {problem && (
        <div className="pb-2">
          <Note tone={problem.status === 429 ? 'warn' : 'bad'} live>
            {problem.message}
            {waitText(problem)}
          </Note>
        </div>
      )}
      <TextField
        size="lg"
        name="username"
        label={t('login.account')}
        aside={t('login.accountHelp')}
        error={missing.username && t('common.required')}
        autoComplete="username"
        // the page has nothing else to begin with
        autoFocus={typed.username === ''}
        inputRef={username}
        value={typed.username}
        onChange={(value) => type({ username: value })}
      />
      <div className="relative">
        <PasswordField
          size="lg"
          name="password"
          label={t('login.password')}
          error={missing.password && t('common.required')}
          autoFocus={typed.username !== ''}
          inputRef={password}
          value={typed.password}
          onChange={(value) => type({ password: value })}
        />
        {/* at the label's right, but after the field in the order of keys: nobody forgets before trying */}
        <Link to="/login" search={{ forgot: '' }} className={`${linkClass} absolute top-0 right-0 text-xs`}>
          {t('login.forgot')}
        </Link>
      </div>
      <Button ref={submit} type="submit" variant="primary" size="lg" busy={busy} className="mt-1 w-full">
        {t('login.submit')}
      </Button>
    </form>
  );
}
