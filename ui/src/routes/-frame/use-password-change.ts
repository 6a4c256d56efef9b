import { useState } from 'react';
import { type Problem, toProblem } from '#api/problem.ts';
import { notify } from '#crud/notify.ts';
import { language, t } from '#i18n/i18n.ts';
import type { User } from '#session/can.ts';
import { api, session } from '#session/session.ts';
import { usePasswordRules } from '../-account/use-password-rules.ts';

interface TypedPasswords {
  oldPassword: string;
  newPassword: string;
}
export type PasswordFieldName = keyof TypedPasswords;
type Errors = Partial<Record<PasswordFieldName, string | undefined>>;

const blank: TypedPasswords = { oldPassword: '', newPassword: '' };
const firstOf = (errors: Errors) => (['oldPassword', 'newPassword'] as const).find((field) => errors[field]);

function serverErrors({ fields }: Problem): Errors {
  return Object.fromEntries(fields.map(({ pointer, message }) => [pointer.slice(1), message]));
}

/** What is typed into the dialog, what is wrong with it, and the call. */
export function usePasswordChange(user: User, done: () => void) {
  const [typed, setTyped] = useState(blank);
  const [errors, setErrors] = useState<Errors>({});
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  const { rules, error } = usePasswordRules(typed.newPassword, user, typed.oldPassword);

  function type(field: PasswordFieldName, value: string): void {
    setTyped((before) => ({ ...before, [field]: value }));
    setErrors((before) => ({ ...before, [field]: undefined }));
  }

  /** Answers the field that needs the person, if any does. */
  async function submit(): Promise<PasswordFieldName | undefined> {
    if (busy) return undefined;
    const found = { oldPassword: typed.oldPassword === '' ? t('common.required') : undefined, newPassword: error() };
    setErrors(found);
    setProblem(undefined);
    if (firstOf(found)) return firstOf(found);
    setBusy(true);
    try {
      const { data } = await api.PUT('/api/v1/profile/password', { body: typed });
      session.renew(data.token);
      notify.success(t('password.done'));
      done();
      return undefined;
    } catch (error) {
      const refused = toProblem(error, language());
      const named = serverErrors(refused);
      setErrors(named);
      if (!firstOf(named)) setProblem(refused);
      return firstOf(named);
    } finally {
      setBusy(false);
    }
  }

  return { typed, type, errors, problem, busy, submit, rules };
}
