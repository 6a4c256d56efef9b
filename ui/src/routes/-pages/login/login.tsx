import { Link, useSearch } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { createActor, fromPromise } from 'xstate';
import type { Schemas } from '#api/metadata.gen.ts';
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
import { useSignInSteps } from '#session/use-session-state.ts';
import { formatWait } from '../../-account/form-problem.tsx';
import { useAuthOptions } from '../../-account/use-auth-options.ts';
import { signInFormMachine } from './sign-in-form.machine.ts';
import { signInStepCode } from './sign-in-step-code.ts';
import { SignedOutLayout } from './signed-out-layout.tsx';

/** The sign-in page with its steps: password, second factor, forgotten password. */
export function Login() {
  const { forgot, reset } = useSearch({ from: '/login' });
  const { challenge } = useSignInSteps();
  const needsSignInStep = challenge !== null || forgot !== undefined || reset !== undefined;
  const code = useLazyCode(signInStepCode, needsSignInStep);
  // created here, so that the user name is kept when the user returns from the second factor
  const form = useSignInForm();
  return needsSignInStep && code ? <code.SignInStep /> : <SignIn {...form} />;
}

type SignInProps = ReturnType<typeof useSignInForm>;

function SignIn({ state, send }: SignInProps) {
  const { t } = useTexts();
  const { hasChallengeExpired } = useSignInSteps();
  const submitButton = useRef<HTMLButtonElement>(null);
  // without the options the form still works
  const options = useAuthOptions();
  const accounts = options?.demoAccounts ?? [];
  const demoAccounts = accounts.length > 0 && (
    <DemoAccounts
      accounts={accounts}
      selectedUsername={state.context.values.username}
      onChoose={(account) => {
        send({ type: 'TYPE', changes: account });
        submitButton.current?.focus();
      }}
    />
  );
  return (
    <SignedOutLayout title={t('login.title')} footer={demoAccounts}>
      {hasChallengeExpired && !state.context.problem && (
        <Note tone="warn" live>
          {t('login.lapsed')}
        </Note>
      )}
      <SignInForm state={state} send={send} submitButton={submitButton} />
      {options?.registration && (
        <p className="text-center text-ink-2">
          {t('login.noAccount')}{' '}
          <Link to="/register" className={linkClass}>
            {t('login.register')}
          </Link>
        </p>
      )}
    </SignedOutLayout>
  );
}

type Credentials = Schemas['Credentials'];
type DemoRole = keyof Texts['login']['demoRole'];

interface DemoAccountsProps {
  accounts: readonly Credentials[];
  /** the user name that the form contains */
  selectedUsername: string;
  onChoose: (account: Credentials) => void;
}

const DEMO_ROLES: readonly string[] = ['admin', 'editor', 'reviewer', 'viewer'] satisfies DemoRole[];
const isDemoRole = (name: string): name is DemoRole => DEMO_ROLES.includes(name);

function DemoAccounts({ accounts, selectedUsername, onChoose }: DemoAccountsProps) {
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
            aria-pressed={account.username === selectedUsername}
            onClick={() => onChoose(account)}
            className="flex h-9 min-w-0 items-center gap-2 rounded-sm px-2.5 inset-ring pointer-coarse:h-10 inset-ring-line hover:bg-hover aria-pressed:bg-active"
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

type SignInFormProps = SignInProps & { submitButton: RefObject<HTMLButtonElement | null> };

function SignInForm({ state, send, submitButton }: SignInFormProps) {
  const { t } = useTexts();
  const { values, marksEmptyFields, problem, fieldToFocus } = state.context;
  const username = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const field = fieldToFocus && { username, password }[fieldToFocus.name].current;
    field?.focus();
    // selected instead of cleared, so that the user can still reveal the password or type over it
    field?.select();
  }, [fieldToFocus]);

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
        error={marksEmptyFields && values.username === '' && t('common.required')}
        autoComplete="username"
        // the first field of the page
        autoFocus={values.username === ''}
        inputRef={username}
        value={values.username}
        onChange={(value) => send({ type: 'TYPE', changes: { username: value } })}
      />
      <div className="relative">
        <PasswordField
          size="lg"
          name="password"
          label={t('login.password')}
          error={marksEmptyFields && values.password === '' && t('common.required')}
          autoFocus={values.username !== ''}
          inputRef={password}
          value={values.password}
          onChange={(value) => send({ type: 'TYPE', changes: { password: value } })}
        />
        {/* shown beside the label, but after the field in tab order, because it is rarely needed */}
        <Link to="/login" search={{ forgot: '' }} className={`${linkClass} absolute top-0 right-0 text-xs`}>
          {t('login.forgot')}
        </Link>
      </div>
      <Button
        ref={submitButton}
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

/** Starts the machine of the form. */
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
