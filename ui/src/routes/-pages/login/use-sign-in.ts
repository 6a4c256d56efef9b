import { useState } from 'react';
import { type Problem, toProblem } from '#api/problem.ts';
import { language } from '#i18n/i18n.ts';
import { session } from '#session/session.ts';

export interface Typed {
  username: string;
  password: string;
}

/** What is typed stays, whatever the server says to it. Where to go then is no matter of this page's. */
export function useSignIn() {
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
