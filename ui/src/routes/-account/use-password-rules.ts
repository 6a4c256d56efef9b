import { useEffect, useMemo, useState } from 'react';
import { ruleText } from '#api/texts.ts';
import { useTexts } from '#i18n/i18n.ts';
import { useAuthOptions } from './use-auth-options.ts';

export interface PasswordOwner {
  username: string;
  displayName: string;
  email: string;
}

/** A new password and the facts that the rules need. */
export interface NewPasswordInput {
  password: string;
  /** undefined if only the server knows the account */
  owner: PasswordOwner | undefined;
  /** the configured minimum, in characters */
  minLength: number;
  /** the current password, if the form asks for it */
  oldPassword?: string | undefined;
  /** whether it is easy to guess; undefined until the dictionaries are loaded */
  isGuessable: boolean | undefined;
}

export type PasswordRule = 'length' | 'name' | 'common' | 'differs';

export const MAX_PASSWORD_LENGTH = 128;
/** Shorter names appear in many passwords by chance. */
const MIN_NAME_LENGTH = 3;

const normalize = (text: string): string => text.toLowerCase().replaceAll(/[\s._-]/g, '');

function containsName(password: string, { username, displayName, email }: PasswordOwner): boolean {
  const names = [username, displayName, email.split('@')[0] ?? ''].map(normalize);
  return names.some((name) => name.length >= MIN_NAME_LENGTH && normalize(password).includes(name));
}

/** Checks the same rules as the server; the result of a rule is undefined while it cannot be checked. */
export function checkPasswordRules(input: NewPasswordInput): [PasswordRule, boolean | undefined][] {
  const { password, owner, minLength, oldPassword, isGuessable } = input;
  const hasPassword = password !== '';
  const results: [PasswordRule, boolean | undefined][] = [
    // code points, as JSON Schema counts them
    ['length', [...password].length >= minLength],
  ];
  if (owner) results.push(['name', hasPassword && !containsName(password, owner)]);
  results.push(['common', isGuessable === undefined ? undefined : hasPassword && !isGuessable]);
  if (oldPassword !== undefined)
    results.push(['differs', oldPassword === '' ? undefined : hasPassword && password !== oldPassword]);
  return results;
}

type GuessableCheck = (password: string) => boolean;

/** Loads the dictionary of common passwords once a password is typed. If that fails, only the server checks the rule. */
function useGuessableCheck(isNeeded: boolean): GuessableCheck | undefined {
  const [check, setCheck] = useState<GuessableCheck>();
  useEffect(() => {
    if (!isNeeded) return;
    let isUnmounted = false;
    import('./is-guessable.ts').then(
      ({ isGuessable }) => isUnmounted || setCheck(() => isGuessable),
      () => {},
    );
    return () => {
      isUnmounted = true;
    };
  }, [isNeeded]);
  return check;
}

/** Returns the password rules with their results, and the error message of the typed password. */
export function usePasswordRules(password: string, owner?: PasswordOwner, oldPassword?: string) {
  const { t, language } = useTexts();
  const checkGuessable = useGuessableCheck(password !== '');
  const minLength = useAuthOptions()?.passwordMinLength ?? 10;
  // checking a long password takes a while
  const isGuessable = useMemo(() => checkGuessable?.(password), [checkGuessable, password]);
  const rules = checkPasswordRules({ password, owner, minLength, oldPassword, isGuessable }).map(([rule, isMet]) => {
    const text: string = t(`password.rule.${rule}`, { count: minLength });
    return { rule, isMet, text };
  });
  const errors: Record<PasswordRule, string> = {
    length: ruleText('minLength', language, { limit: minLength }),
    name: ruleText('containsName', language),
    common: ruleText('commonPassword', language),
    differs: ruleText('sameAsOld', language),
  };
  function findError(): string | undefined {
    if (password === '') return t('common.required');
    if ([...password].length > MAX_PASSWORD_LENGTH) return t('password.tooLong', { count: MAX_PASSWORD_LENGTH });
    const brokenRule = rules.find(({ isMet }) => isMet === false);
    return brokenRule && errors[brokenRule.rule];
  }
  return { rules, error: findError };
}

export type PasswordRuleResult = ReturnType<typeof usePasswordRules>['rules'][number];
