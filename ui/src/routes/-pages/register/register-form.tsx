import { useNavigate } from '@tanstack/react-router';
import type { Schemas } from '#api/metadata.gen.ts';
import { toProblem } from '#api/problem.ts';
import { notify } from '#crud/notify.ts';
import { language, useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { TextField } from '#kit/fields/text-field.tsx';
import { api, session } from '#session/session.ts';
import { FormProblem } from '../../-account/form-problem.tsx';
import { NewPasswordField } from '../../-account/new-password-field.tsx';
import { findContractErrors, useAccountForm } from '../../-account/use-account-form.ts';
import { usePasswordRules } from '../../-account/use-password-rules.ts';
import { BackToSignIn, SignedOutLayout } from '../login/signed-out-layout.tsx';

type RegistrationProps =
  | { kind: 'open'; onPending: (username: string) => void }
  | { kind: 'setup'; token: string; onSpent: () => void }
  | { kind: 'invite'; token: string; invitation: Schemas['InvitationAnswer']['data']; onSpent: () => void };

const TEXT_KEYS = {
  open: ['register.title', 'register.text', 'register.submit'],
  invite: ['register.inviteTitle', 'register.inviteText', 'register.inviteSubmit'],
  setup: ['register.setupTitle', 'register.setupText', 'register.setupSubmit'],
} as const;

/** The form for a new account. User name and email of an invitation are read-only. */
export function RegisterForm(registration: RegistrationProps) {
  const { t } = useTexts();
  const { form, field, problem, busy, rules } = useRegister(registration);
  const [title, text, submit] = TEXT_KEYS[registration.kind];
  const isInvited = registration.kind === 'invite';
  return (
    <SignedOutLayout title={t(title)} text={t(text)}>
      <form {...form} className="flex flex-col gap-2">
        <FormProblem problem={problem} />
        <TextField
          {...field('username')}
          lock={isInvited}
          required={!isInvited}
          autoFocus={!isInvited}
          size="lg"
          label={t('register.username')}
          autoComplete="username"
        />
        <TextField {...field('displayName')} required size="lg" label={t('register.displayName')} autoComplete="name" />
        <TextField
          {...field('email')}
          lock={isInvited}
          required={!isInvited}
          size="lg"
          type="email"
          label={t('register.email')}
          autoComplete="email"
        />
        <NewPasswordField
          {...field('password')}
          autoFocus={isInvited}
          size="lg"
          label={t('register.password')}
          rules={rules}
        />
        <Button type="submit" variant="primary" size="lg" busy={busy} className="mt-3 w-full">
          {t(submit)}
        </Button>
      </form>
      {registration.kind === 'open' && (
        <p className="text-center text-ink-2">
          {t('register.haveAccount')} <BackToSignIn />
        </p>
      )}
    </SignedOutLayout>
  );
}

const EMPTY_PERSON = { username: '', displayName: '', email: '' };

interface RegistrationValues {
  username: string;
  displayName: string;
  email: string;
  password: string;
}

/** Runs the registration form: validates, creates the account and signs in. */
function useRegister(registration: RegistrationProps) {
  const navigate = useNavigate();

  const toBody = ({ username, displayName, email, password }: RegistrationValues) => ({
    username: username.trim(),
    displayName: displayName.trim(),
    email: email.trim(),
    password,
    ...(registration.kind === 'open' ? {} : { [registration.kind]: registration.token }),
  });

  /** Signs in with the new password; a second factor is requested on the sign-in page. */
  async function signIn(username: string, password: string): Promise<void> {
    try {
      const outcome = await session.login({ username, password });
      if (outcome?.status === 202) await navigate({ to: '/login' });
    } catch (error) {
      notify.error(toProblem(error, language()).message);
      await navigate({ to: '/login' });
    }
  }

  async function send(values: RegistrationValues): Promise<void> {
    const body = toBody(values);
    try {
      const { status } = await api.POST('/api/v1/auth/register', { body });
      if (status === 201) await signIn(body.username, body.password);
      else if (registration.kind === 'open') registration.onPending(body.username);
    } catch (error) {
      const { fields } = toProblem(error, language());
      if (registration.kind === 'open' || !fields.some(({ pointer }) => pointer === `/${registration.kind}`))
        throw error;
      registration.onSpent();
    }
  }

  const initialPerson = registration.kind === 'invite' ? registration.invitation : EMPTY_PERSON;
  const registrationForm = useAccountForm<RegistrationValues>(
    {
      username: initialPerson.username,
      displayName: initialPerson.displayName,
      email: initialPerson.email,
      password: '',
    },
    {
      check: async (values) => ({ ...(await findContractErrors('Registration', toBody(values))), password: error() }),
      send,
    },
  );
  const { rules, error } = usePasswordRules(registrationForm.values.password, registrationForm.values);
  return { ...registrationForm, rules };
}
