import { useNavigate } from '@tanstack/react-router';
import { toProblem } from '#api/problem.ts';
import { notify } from '#crud/notify.ts';
import { language } from '#i18n/i18n.ts';
import { api, session } from '#session/session.ts';
import { contractErrors, useForm } from '../../-account/use-form.ts';
import { usePasswordRules } from '../../-account/use-password-rules.ts';
import type { RegisterWay } from './register-form.tsx';

const nobody = { username: '', displayName: '', email: '' };

interface Typed {
  username: string;
  displayName: string;
  email: string;
  password: string;
}

/** The form of an account to be: what is typed, what is wrong with it, and what follows once it is there. */
export function useRegister(way: RegisterWay) {
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
      check: async (typed) => ({ ...(await contractErrors('Registration', bodyOf(typed))), password: error() }),
      send,
    },
  );
  const { rules, error } = usePasswordRules(register.typed.password, register.typed);
  return { ...register, rules };
}
