import type { ComponentProps } from 'react';
import { PasswordField } from '#kit/password-field.tsx';
import { PasswordRuleList } from './password-rule-list.tsx';
import type { ShownRule } from './use-password-rules.ts';

type Props = ComponentProps<typeof PasswordField> & { rules: readonly ShownRule[] };

/** Typed once, with a look at it on demand; below it, what it must be. */
export function NewPasswordField({ rules, ...field }: Props) {
  return (
    <div className="flex flex-col gap-1">
      <PasswordField {...field} required autoComplete="new-password" />
      <PasswordRuleList rules={rules} typed={field.value !== ''} />
    </div>
  );
}
