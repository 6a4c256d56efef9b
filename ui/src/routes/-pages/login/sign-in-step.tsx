import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { toProblem } from '#api/problem.ts';
import { notify } from '#crud/notify.ts';
import { language, useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { LinkButton, linkClass } from '#kit/buttons/link-button.tsx';
import { OneTimeCodeField } from '#kit/fields/one-time-code-field.tsx';
import { TextField } from '#kit/fields/text-field.tsx';
import { linkToken } from '#session/link-token.ts';
import { api, session } from '#session/session.ts';
import type { TotpSecret as TotpSecretData } from '#session/session-types.ts';
import { useSignInSteps } from '#session/use-session-state.ts';
import { FormProblem } from '../../-account/form-problem.tsx';
import { NewPasswordField } from '../../-account/new-password-field.tsx';
import { TotpSecret } from '../../-account/totp-secret.tsx';
import { findContractErrors, useAccountForm } from '../../-account/use-account-form.ts';
import { usePasswordRules } from '../../-account/use-password-rules.ts';
import { validateTotpCode } from '../../-account/validate-totp-code.ts';
import { BackToSignIn, SignedOutLayout } from './signed-out-layout.tsx';

export function SignInStep() {
  const search = useSearch({ from: '/login' });
  const { challenge } = useSignInSteps();
  if (challenge?.enrolment) return <Enrolment secret={challenge.enrolment} />;
  if (challenge) return <SecondFactor />;
  return search.reset === undefined ? <ForgotPassword /> : <ResetPassword />;
}

/** Sets up a second factor that a role requires; the first code signs in. */
function Enrolment({ secret }: { secret: TotpSecretData }) {
  const { t } = useTexts();
  const { form, field, problem, busy, submit } = useAccountForm(
    { code: '' },
    { check: validateTotpCode, send: ({ code }) => session.submitCode(code) },
  );
  return (
    <SignedOutLayout title={t('factor.enrolTitle')} text={t('factor.enrolText')}>
      <TotpSecret {...secret} />
      <form {...form} className="flex flex-col gap-2">
        <FormProblem problem={problem} />
        <OneTimeCodeField {...field('code')} label={t('factor.confirm')} onComplete={submit} />
        <Button type="submit" variant="primary" size="lg" busy={busy} className="mt-1 w-full">
          {t('factor.finish')}
        </Button>
      </form>
      <LinkButton className="w-fit" onClick={() => session.backToPassword()}>
        {t('login.back')}
      </LinkButton>
    </SignedOutLayout>
  );
}

/** Requests a reset link. The response does not reveal whether the address has an account. */
function ForgotPassword() {
  const { t } = useTexts();
  const [sentTo, setSentTo] = useState<string>();
  const { form, field, problem, busy } = useAccountForm(
    { email: '' },
    {
      check: (input) => findContractErrors('ForgottenPassword', { email: input.email.trim() }),
      send: async ({ email }) => {
        await api.POST('/password', { body: { email: email.trim() } });
        setSentTo(email.trim());
      },
    },
  );
  if (sentTo !== undefined) {
    return (
      <SignedOutLayout title={t('forgot.sentTitle')} text={t('forgot.sent', { email: sentTo })}>
        <p className="text-ink-2">
          {t('forgot.again')} <LinkButton onClick={() => setSentTo(undefined)}>{t('forgot.another')}</LinkButton>
        </p>
        <BackToSignIn />
      </SignedOutLayout>
    );
  }
  return (
    <SignedOutLayout title={t('forgot.title')} text={t('forgot.text')}>
      <form {...form} className="flex flex-col gap-2">
        <FormProblem problem={problem} />
        {/* autofocus: the only field of the page */}
        <TextField
          {...field('email')}
          size="lg"
          type="email"
          label={t('forgot.email')}
          autoComplete="email"
          autoFocus
        />
        <Button type="submit" variant="primary" size="lg" busy={busy} className="mt-1 w-full">
          {t('forgot.submit')}
        </Button>
      </form>
      <BackToSignIn />
    </SignedOutLayout>
  );
}

/** Asks for a code of the app or a recovery code, after the password. */
function SecondFactor() {
  const { t } = useTexts();
  const [usesRecoveryCode, setUsesRecoveryCode] = useState(false);
  return (
    <SignedOutLayout title={t('factor.title')} text={t(usesRecoveryCode ? 'factor.recoveryText' : 'factor.codeText')}>
      {usesRecoveryCode ? <RecoveryForm /> : <CodeForm />}
      <div className="flex justify-between gap-4">
        <LinkButton onClick={() => session.backToPassword()}>{t('login.back')}</LinkButton>
        <LinkButton onClick={() => setUsesRecoveryCode(!usesRecoveryCode)}>
          {t(usesRecoveryCode ? 'factor.useCode' : 'factor.useRecovery')}
        </LinkButton>
      </div>
    </SignedOutLayout>
  );
}

const sendCode = ({ code }: { code: string }) => session.submitCode(code.trim());

function CodeForm() {
  const { t } = useTexts();
  const { form, field, problem, busy, submit } = useAccountForm(
    { code: '' },
    { check: validateTotpCode, send: sendCode },
  );
  return (
    <form {...form} className="flex flex-col gap-2">
      <FormProblem problem={problem} />
      <OneTimeCodeField {...field('code')} label={t('factor.code')} autoFocus onComplete={submit} />
      <SubmitButton busy={busy} />
    </form>
  );
}

function RecoveryForm() {
  const { t } = useTexts();
  const check = ({ code }: { code: string }) => ({ code: code.trim() === '' ? t('common.required') : undefined });
  const { form, field, problem, busy } = useAccountForm({ code: '' }, { check, send: sendCode });
  return (
    <form {...form} className="flex flex-col gap-2">
      <FormProblem problem={problem} />
      {/* autofocus: the only field of the page */}
      <TextField {...field('code')} size="lg" mono label={t('factor.recovery')} autoComplete="off" autoFocus />
      <SubmitButton busy={busy} />
    </form>
  );
}

function SubmitButton({ busy }: { busy: boolean }) {
  const { t } = useTexts();
  return (
    <Button type="submit" variant="primary" size="lg" busy={busy} className="mt-1 w-full">
      {t('factor.submit')}
    </Button>
  );
}

/** Sets a new password with the token of an emailed link. */
function ResetPassword() {
  const { t } = useTexts();
  const [isSpent, setIsSpent] = useState(false);
  const token = linkToken('reset')?.token;
  if (token !== undefined && !isSpent) return <NewPasswordForm token={token} onSpent={() => setIsSpent(true)} />;
  return (
    <SignedOutLayout
      title={t(isSpent ? 'reset.spentTitle' : 'reset.reopenTitle')}
      text={t(isSpent ? 'reset.spent' : 'reset.reopen')}
    >
      <Link to="/login" search={{ forgot: '' }} className={`${linkClass} w-fit`}>
        {t('reset.again')}
      </Link>
      <BackToSignIn />
    </SignedOutLayout>
  );
}

function NewPasswordForm({ token, onSpent }: { token: string; onSpent: () => void }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { form, field, values, problem, busy } = useAccountForm(
    { newPassword: '' },
    {
      check: () => ({ newPassword: error() }),
      send: async ({ newPassword }) => {
        try {
          await api.PUT('/possword', { body: { token, newPassword } });
        } catch (error) {
          if (toProblem(error, language()).fields.some(({ pointer }) => pointer === '/token')) return onSpent();
          throw error;
        }
        notify.success(t('reset.done'));
        void navigate({ to: '/login', replace: true });
      },
    },
  );
  // only the server knows the account of the token
  const { rules, error } = usePasswordRules(values.newPassword);
  return (
    <SignedOutLayout title={t('reset.title')} text={t('reset.text')}>
      <form {...form} className="flex flex-col gap-2">
        <FormProblem problem={problem} />
        <NewPasswordField {...field('newPassword')} size="lg" label={t('reset.password')} rules={rules} autoFocus />
        <Button type="submit" variant="primary" size="lg" busy={busy} className="mt-3 w-full">
          {t('reset.submit')}
        </Button>
      </form>
      <BackToSignIn />
    </SignedOutLayout>
  );
}
