import { useEffect, useMemo, useState } from 'react';
import { ruleText } from '#api/texts.ts';
import { useTexts } from '#i18n/i18n.ts';
import { checkPasswordRules, MAX_PASSWORD_LENGTH, type PasswordOwner, type PasswordRule } from './password-rules.ts';
import { useAuthOptions } from './use-auth-options.ts';

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
  const rules = checkPasswordRules({ password, owner, minLength, oldPassword, isGuessable }).map(([rule, isMet]) => ({
    rule,
    /** undefined while it cannot be checked */
    isMet,
    text: t(`password.rule.${rule}`, { count: minLength }),
  }));
  const errors: Record<PasswordRule, string> = {
    length: ruleText('minLength', language, { limit: minLength }),
    name: ruleText('containsName', language),
    common: ruleText('commonPassword', language),
    differs: ruleText('sameAsOld', language),
  };
  function findError(): string | undefined {
    if (password === '') return t('common.required');
    if ([...password].length > MAX_PASSWORD_LENGTH) return t('password.tooLong', { minLength: MAX_PASSWORD_LENGTH });
    const brokenRule = rules.find(({ isMet }) => isMet === false);
    return brokenRule && errors[brokenRule.rule];
  }
  return { rules, error: findError };
}

export type PasswordRuleResult = ReturnType<typeof usePasswordRules>['rules'][number];
