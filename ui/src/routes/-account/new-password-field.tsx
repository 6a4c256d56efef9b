import type { ComponentProps } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { Icon } from '#kit/buttons/icon.tsx';
import { Dot } from '#kit/display/status-mark.tsx';
import { PasswordField } from '#kit/fields/password-field.tsx';
import type { PasswordRuleResult } from './use-password-rules.ts';

type Props = ComponentProps<typeof PasswordField> & { rules: readonly PasswordRuleResult[] };

/** A field for a new password, with the password rules below. */
export function NewPasswordField({ rules, ...field }: Props) {
  return (
    <div className="flex flex-col gap-1">
      <PasswordField {...field} required autoComplete="new-password" />
      <PasswordRuleList rules={rules} hasPassword={field.value !== ''} />
    </div>
  );
}

/** The password rules with a mark each, and a sentence for screen readers that lists the unmet rules. */
function PasswordRuleList({ rules, hasPassword }: { rules: readonly PasswordRuleResult[]; hasPassword: boolean }) {
  const { t } = useTexts();
  const unmetRules = rules.filter(({ isMet }) => isMet === false).map(({ text }) => text);
  const statusText =
    unmetRules.length > 0
      ? t('password.unmetRules', { rules: unmetRules.join(t('common.separator')) })
      : rules.every(({ isMet }) => isMet) && t('password.allRulesMet');
  return (
    <div>
      <ul aria-label={t('password.rules')} className="flex flex-col gap-0.5 text-xs">
        {rules.map(({ rule, isMet, text }) => (
          <li
            key={rule}
            className={isMet ? 'flex items-start gap-1.5 text-ok-ink' : 'flex items-start gap-1.5 text-ink-3'}
          >
            <span className="mt-px grid size-3.5 flex-none place-items-center">
              {isMet ? <Icon name="check" size={14} /> : <Dot tone="idle" />}
            </span>
            {isMet !== undefined && (
              <span className="sr-only">{t(isMet ? 'password.ruleMet' : 'password.ruleUnmet')}</span>
            )}
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {hasPassword && statusText}
      </p>
    </div>
  );
}
