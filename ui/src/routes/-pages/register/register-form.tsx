import { useNavigate } from '@tanstack/react-router';
import type { Schemas } from '#api/facts.gen.ts';
import { toProblem } from '#api/problem.ts';
import { notify } from '#crud/notify.ts';
import { language, useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { TextField } from '#kit/fields/text-field.tsx';
import { api, session } from '#session/session.ts';
import { FormProblem } from '../../-account/form-problem.tsx';
import { NewPasswordField } from '../../-account/new-password-field.tsx';
import { findContractErrors, useForm } from '../../-account/use-form.ts';
import { usePasswordRules } from '../../-account/use-password-rules.ts';
import { BackToSignIn, EntryFrame } from '../login/entry-frame.tsx';

type RegisterWay =
  | { kind: 'open'; onWaiting: (username: string) => void }
  | { kind: 'setup'; token: string; onSpent: () => void }
  | { kind: 'invite'; token: string; invited: Schemas['InvitationAnswer']['data']; onSpent: () => void };

const texts = {
  open: ['register.title', 'register.text', 'register.submit'],
  invite: ['register.inviteTitle', 'register.inviteText', 'register.inviteSubmit'],
  setup: ['register.setupTitle', 'register.setupText', 'register.setupSubmit'],
} as const;

/** Who somebody is, and the password they choose; what an invitation says of them stays as it is. */
export function RegisterForm(way: RegisterWay) {
  const { t } = useTexts();
  const { form, field, problem, busy, rules } = useRegister(way);
  const [title, text, submit] = texts[way.kind];
  const lock = way.kind === 'invite';
  return (
    <EntryFrame title={t(title)} text={t(text)}>
      <form {...form} className="flex flex-col gap-2">
        <FormProblem problem={problem} />
        <TextField
          {...field('username')}
          {...{ lock, required: !lock, autoFocus: !lock }}
          size="lg"
          label={t('register.username')}
          autoComplete="username"
        />
        <TextField {...field('displayName')} required size="lg" label={t('register.displayName')} autoComplete="name" />
        <TextField
          {...field('email')}
          {...{ lock, required: !lock }}
          size="lg"
          type="email"
          label={t('register.email')}
          autoComplete="email"
        />
        <NewPasswordField
          {...field('password')}
          autoFocus={lock}
          size="lg"
          label={t('register.password')}
          rules={rules}
        />
        <Button type="submit" variant="primary" size="lg" busy={busy} className="mt-3 w-full">
          {t(submit)}
        </Button>
      </form>
      {way.kind === 'open' && (
        <p className="text-center text-ink-2">
          {t('register.haveAccount')} <BackToSignIn />
        </p>
      )}
    </EntryFrame>
  );
}

const nobody = { username: '', displayName: '', email: '' };

interface Typed {
  username: string;
  displayName: string;
  email: string;
  password: string;
}

/** The form of an account to be: what is typed, what is wrong with it, and what follows once it is there. */
function useRegister(way: RegisterWay) {
  const navigate = useNavigate();

  const bodyOf = ({ username, displayName, email, password }: Typed) => ({
    ...{ username: username.trim(), displayName: displayName.trim(), email: email.trim(), password },
    ...(way.kind === 'open' ? {} : { [way.kind]: way.token }),
  });

  /** With the password that was just chosen; a second factor is asked for on the page of signing in. */
  async function enter(username: string, password: string): Promise<void> {
    try {
      const outcome = await session.login({ username, password });
      if (outcome?.status === 202) await navigate({ to: '/login' });
    } catch (error) {
      notify.error(toProblem(error, language()).message);
      await navigate({ to: '/login' });
    }
  }

  async function send(typed: Typed): Promise<void> {
    const body = bodyOf(typed);
    try {
      const { status } = await api.POST('/api/v1/auth/register', { body });
      if (status === 201) await enter(body.username, body.password);
      else if (way.kind === 'open') way.onWaiting(body.username);
    } catch (error) {
      const { fields } = toProblem(error, language());
      if (way.kind === 'open' || !fields.some(({ pointer }) => pointer === `/${way.kind}`)) throw error;
      way.onSpent();
    }
  }

  const start = way.kind === 'invite' ? way.invited : nobody;
  const register = useForm<Typed>(
    { username: start.username, displayName: start.displayName, email: start.email, password: '' },
    {
      check: async (typed) => ({ ...(await findContractErrors('Registration', bodyOf(typed))), password: error() }),
      send,
    },
  );
  const { rules, error } = usePasswordRules(register.values.password, register.values);
  return { ...register, rules };
}
