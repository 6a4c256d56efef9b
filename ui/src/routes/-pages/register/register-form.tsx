import type { Schemas } from '#api/facts.gen.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { TextField } from '#kit/text-field.tsx';
import { FormProblem } from '../../-account/form-problem.tsx';
import { NewPasswordField } from '../../-account/new-password-field.tsx';
import { BackToSignIn } from '../login/back-to-sign-in.tsx';
import { EntryFrame } from '../login/entry-frame.tsx';
import { useRegister } from './use-register.ts';

export type RegisterWay =
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
