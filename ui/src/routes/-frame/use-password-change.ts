import { useEffect, useState } from 'react';
import { type Problem, toProblem } from '#api/problem.ts';
import { ruleText } from '#api/texts.ts';
import { notify } from '#crud/notify.ts';
import { language, t } from '#i18n/i18n.ts';
import { api, session } from '#session/session.ts';
import { keptRules, type TypedPasswords } from './password-rules.ts';

type Field = keyof TypedPasswords;
type Errors = Partial<Record<Field, string | undefined>>;

const blank: TypedPasswords = { oldPassword: '', newPassword: '', repeat: '' };

const fields = ['oldPassword', 'newPassword', 'repeat'] as const satisfies Field[];
const firstOf = (errors: Errors) => fields.find((field) => errors[field]);

function check(typed: TypedPasswords): Errors {
  const kept = keptRules(typed);
  const errors: Errors = {};
  if (typed.oldPassword === '') errors.oldPassword = t('common.required');
  if (typed.newPassword === '') errors.newPassword = t('common.required');
  else if (!kept.length) errors.newPassword = t('password.rule.length');
  else if (!kept.differs) errors.newPassword = ruleText('sameAsOld', language());
  if (typed.repeat === '') errors.repeat = t('common.required');
  else if (!kept.repeated) errors.repeat = t('password.differs');
  return errors;
}

function serverErrors({ fields }: Problem): Errors {
  return Object.fromEntries(fields.map(({ pointer, message }) => [pointer.slice(1), message]));
}

/** What is typed into the dialog, what is wrong with it, and the call. */
export function usePasswordChange(open: boolean, done: () => void) {
  const [typed, setTyped] = useState(blank);
  const [errors, setErrors] = useState<Errors>({});
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    if (open) return;
    setTyped(blank);
    setErrors({});
    setProblem(undefined);
  }, [open]);

  function type(field: Field, value: string): void {
    setTyped((before) => ({ ...before, [field]: value }));
    setErrors((before) => ({ ...before, [field]: undefined }));
  }

  /** Answers the field that needs the person, if any does. */
  async function submit(): Promise<Field | undefined> {
    if (busy) return undefined;
    const found = check(typed);
    setErrors(found);
    setProblem(undefined);
    if (firstOf(found)) return firstOf(found);
    setBusy(true);
    const { oldPassword, newPassword } = typed;
    try {
      const { data } = await api.PUT('/api/v1/profile/password', { body: { oldPassword, newPassword } });
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

  return { typed, type, errors, problem, busy, submit };
}
