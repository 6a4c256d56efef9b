import { useEffect, useMemo, useState } from 'react';
import { ruleText } from '#api/texts.ts';
import { useTexts } from '#i18n/i18n.ts';
import { checkPasswordRules, maxLength, type Owner, type PasswordRule } from './password-rules.ts';
import { useAuthOptions } from './use-auth-options.ts';

type Guessable = (password: string) => boolean;

/** The dictionary of common passwords, which comes once there is a password to judge; without it the server alone judges. */
function useGuessable(wanted: boolean): Guessable | undefined {
  const [check, setCheck] = useState<Guessable>();
  useEffect(() => {
    if (!wanted) return;
    let gone = false;
    import('./guessable.ts').then(
      ({ guessable }) => gone || setCheck(() => guessable),
      () => {},
    );
    return () => {
      gone = true;
    };
  }, [wanted]);
  return check;
}

/** What a new password must be, and what is wrong with the one typed so far, for its field. */
export function usePasswordRules(password: string, owner?: Owner, old?: string) {
  const { t, language } = useTexts();
  const check = useGuessable(password !== '');
  const count = useAuthOptions()?.passwordMinLength ?? 10;
  // a long one takes a while to judge
  const guessable = useMemo(() => check?.(password), [check, password]);
  const rules = checkPasswordRules({ password, owner, minLength: count, old, guessable }).map(([rule, kept]) => ({
    rule,
    kept,
    text: t(`password.rule.${rule}`, { count }),
  }));
  const errors: Record<PasswordRule, string> = {
    length: ruleText('minLength', language, { limit: count }),
    name: ruleText('containsName', language),
    common: ruleText('commonPassword', language),
    differs: ruleText('sameAsOld', language),
  };
  function error(): string | undefined {
    if (password === '') return t('common.required');
    if ([...password].length > maxLength) return t('password.tooLong', { count: maxLength });
    const broken = rules.find(({ kept }) => kept === false);
    return broken && errors[broken.rule];
  }
  return { rules, error };
}

export type ShownRule = ReturnType<typeof usePasswordRules>['rules'][number];
