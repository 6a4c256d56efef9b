import { Link, useSearch } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { createActor, fromPromise } from 'xstate';
import type { Schemas } from '#api/facts.gen.ts';
import { toProblem } from '#api/problem.ts';
import { language, useTexts } from '#i18n/i18n.ts';
import type { Texts } from '#i18n/zh.ts';
import { Button } from '#kit/buttons/button.tsx';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { PasswordField } from '#kit/fields/password-field.tsx';
import { TextField } from '#kit/fields/text-field.tsx';
import { useLazyCode } from '#kit/lazy-code.ts';
import { Note } from '#kit/messages/note.tsx';
import { session } from '#session/session.ts';
import { useSignInSteps } from '#session/use-session.ts';
import { formatWait } from '../../-account/form-problem.tsx';
import { useAuthOptions } from '../../-account/use-auth-options.ts';
import { EntryFrame } from './entry-frame.tsx';
import { secondFactorStep } from './second-factor-step.ts';
import { signInFormMachine } from './sign-in-form.machine.ts';

/** What a person needs to get in, one at a time. */
export function Login() {
  const { forgot, reset } = useSearch({ from: '/login' });
  const { challenge } = useSignInSteps();
  const further = challenge !== null || forgot !== undefined || reset !== undefined;
  const steps = useLazyCode(secondFactorStep, further);
  // here, so that whoever comes back from a second factor finds the name as it was typed
  const form = useSignInForm();
  return further && steps ? <steps.FurtherStep /> : <SignIn {...form} />;
}

type SignInProps = ReturnType<typeof useSignInForm>;

function SignIn({ state, send }: SignInProps) {
  const { t } = useTexts();
  const { lapsed } = useSignInSteps();
  const submit = useRef<HTMLButtonElement>(null);
  // where they can't be had, one signs in by typing as ever
  const options = useAuthOptions();
  const accounts = options?.demoAccounts ?? [];
  const demo = accounts.length > 0 && (
    <DemoAccounts
      accounts={accounts}
      chosen={state.context.typed.username}
      onChoose={(account) => {
        send({ type: 'TYPE', part: account });
        submit.current?.focus();
      }}
    />
  );
  return (
    <EntryFrame title={t('login.title')} foot={demo}>
      {lapsed && !state.context.problem && (
        <Note tone="warn" live>
          {t('login.lapsed')}
        </Note>
      )}
      <SignInForm state={state} send={send} submit={submit} />
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
            <span className="min-w-0 truncate ml-auto text-xs text-ink-3">
              {isDemoRole(account.username) && t(`login.demoRole.${account.username}`)}
            </span>
          </button>
        ))}
      </div>
    </section>
  );
}

type SignInFormProps = SignInProps & { submit: RefObject<HTMLButtonElement | null> };

function SignInForm({ state, send, submit }: SignInFormProps) {
  const { t } = useTexts();
  const { typed, marksEmpty, problem, fieldInNeed } = state.context;
  const username = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const field = fieldInNeed && { username, password }[fieldInNeed.name].current;
    field?.focus();
    // so that the next attempt replaces it, and a look behind the eye still finds it
    field?.select();
  }, [fieldInNeed]);

  return (
    <form
      noValidate
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        send({ type: 'SUBMIT' });
      }}
    >
      {problem && (
        <div className="pb-2">
          <Note tone={problem.status === 429 ? 'warn' : 'bad'} live>
            {problem.message}
            {formatWait(problem)}
          </Note>
        </div>
      )}
      <TextField
        size="lg"
        name="username"
        label={t('login.account')}
        aside={t('login.accountHelp')}
        error={marksEmpty && typed.username === '' && t('common.required')}
        autoComplete="username"
        // the page has nothing else to begin with
        autoFocus={typed.username === ''}
        inputRef={username}
        value={typed.username}
        onChange={(value) => send({ type: 'TYPE', part: { username: value } })}
      />
      <div className="relative">
        <PasswordField
          size="lg"
          name="password"
          label={t('login.password')}
          error={marksEmpty && typed.password === '' && t('common.required')}
          autoFocus={typed.username !== ''}
          inputRef={password}
          value={typed.password}
          onChange={(value) => send({ type: 'TYPE', part: { password: value } })}
        />
        {/* at the label's right, but after the field in the order of keys: nobody forgets before trying */}
        <Link to="/login" search={{ forgot: '' }} className={`${linkClass} absolute top-0 right-0 text-xs`}>
          {t('login.forgot')}
        </Link>
      </div>
      <Button
        ref={submit}
        type="submit"
        variant="primary"
        size="lg"
        busy={state.matches('signingIn')}
        className="mt-1 w-full"
      >
        {t('login.submit')}
      </Button>
    </form>
  );
}

/** The machine of the form, which lasts as long as the page. */
const createSignInForm = () =>
  createActor(
    signInFormMachine.provide({
      actors: {
        signIn: fromPromise(({ input }) =>
          session.login(input).catch((error) => {
            throw toProblem(error, language());
          }),
        ),
      },
    }),
  ).start();

function useSignInForm() {
  const [actor] = useState(createSignInForm);
  const state = useSelector(actor, (snapshot) => snapshot);
  return { state, send: actor.send };
}
