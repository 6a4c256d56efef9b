import { Link, useSearch } from '@tanstack/react-router';
import { type RefObject, useRef, useState } from 'react';
import type { Schemas } from '#api/facts.gen.ts';
import { type Problem, toProblem } from '#api/problem.ts';
import { language, useTexts } from '#i18n/i18n.ts';
import type { Texts } from '#i18n/zh.ts';
import { Button } from '#kit/button.tsx';
import { linkClass } from '#kit/link-button.tsx';
import { Note } from '#kit/note.tsx';
import { useOnDemand } from '#kit/on-demand.ts';
import { PasswordField } from '#kit/password-field.tsx';
import { TextField } from '#kit/text-field.tsx';
import { session } from '#session/session.ts';
import { useSignInSteps } from '#session/use-session.ts';
import { waitText } from '../../-account/form-problem.tsx';
import { useAuthOptions } from '../../-account/use-auth-options.ts';
import { EntryFrame } from './entry-frame.tsx';
import { secondFactorStep } from './second-factor-step.ts';

/** What a person needs to get in, one at a time. */
export function Login() {
  const { forgot, reset } = useSearch({ from: '/login' });
  const { challenge } = useSignInSteps();
  const further = challenge !== null || forgot !== undefined || reset !== undefined;
  const steps = useOnDemand(secondFactorStep, further);
  // here, so that whoever comes back from a second factor finds the name as it was typed
  const form = useSignIn();
  return further && steps ? <steps.FurtherStep /> : <SignIn form={form} />;
}

function SignIn({ form }: { form: ReturnType<typeof useSignIn> }) {
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

type Credentials = Schemas['Credentials'];
type DemoRole = keyof Texts['login']['demoRole'];

interface Props {
  accounts: readonly Credentials[];
  /** The account that the form holds now. */
  chosen: string;
  onChoose: (account: Credentials) => void;
}

const roles: readonly string[] = ['admin', 'editor', 'reviewer', 'viewer'] satisfies DemoRole[];
const isDemoRole = (name: string): name is DemoRole => roles.includes(name);

function DemoAccounts({ accounts, chosen, onChoose }: Props) {
  const { t } = useTexts();
  return (
    <section aria-labelledby="demo-accounts" className="border-t border-line pt-4">
      <div className="mb-2 flex justify-between text-xs text-ink-3">
        <h2 id="demo-accounts" className="font-medium">
          {t('login.demo')}
        </h2>
        <span>{t('login.demoHint')}</span>
      </div>
      <div className="grid grid-cols-2 gap-2">
        {accounts.map((account) => (
          <button
            key={account.username}
            type="button"
            aria-pressed={account.username === chosen}
            onClick={() => onChoose(account)}
            className="flex h-9 min-w-0 items-center gap-2 rounded-sm px-2.5 inset-ring inset-ring-line hover:bg-hover aria-pressed:bg-active"
          >
            <span className="flex-none font-mono text-xs font-medium">{account.username}</span>
            <span className="cut ml-auto text-xs text-ink-3">
              {isDemoRole(account.username) && t(`login.demoRole.${account.username}`)}
            </span>
          </button>
        ))}
      </div>
    </section>
  );
}

type SignInFormProps = ReturnType<typeof useSignIn> & { submit: RefObject<HTMLButtonElement | null> };

function SignInForm({ typed, type, missing, problem, busy, signIn, submit }: SignInFormProps) {
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

interface Typed {
  username: string;
  password: string;
}

/** What is typed stays, whatever the server says to it. Where to go then is no matter of this page's. */
function useSignIn() {
  const [typed, setTyped] = useState<Typed>({ username: '', password: '' });
  const [tried, setTried] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);

  function type(part: Partial<Typed>): void {
    setTyped((before) => ({ ...before, ...part }));
    setTried(false);
  }

  /** Answers the field that needs the person, if any does. */
  async function signIn(): Promise<keyof Typed | undefined> {
    if (busy) return undefined;
    setTried(true);
    setProblem(undefined);
    const missing = (['username', 'password'] as const).find((field) => typed[field] === '');
    if (missing) return missing;
    setBusy(true);
    try {
      const outcome = await session.login({ username: typed.username.trim(), password: typed.password });
      if (outcome?.status === 202) type({ password: '' });
      return undefined;
    } catch (error) {
      const refused = toProblem(error, language());
      setProblem(refused);
      return refused.key === 'invalidCredentials' ? 'password' : undefined;
    } finally {
      setBusy(false);
    }
  }

  const missing = { username: tried && typed.username === '', password: tried && typed.password === '' };
  return { typed, type, missing, problem, busy, signIn };
}
