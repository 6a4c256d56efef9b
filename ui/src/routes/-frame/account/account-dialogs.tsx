import { useId, useRef, useState } from 'react';
import { notify } from '#crud/notify.ts';
import { copyText } from '#crud/text/copy-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Checkbox } from '#kit/fields/checkbox.tsx';
import { PasswordField } from '#kit/fields/password-field.tsx';
import { CancelButton } from '#kit/layers/cancel-button.tsx';
import { Dialog } from '#kit/layers/dialog.tsx';
import type { User } from '#session/permissions.ts';
import { api, session } from '#session/session.ts';
import type { TotpSecret } from '#session/session-types.ts';
import { useSignInSteps } from '#session/use-session-state.ts';
import { FormProblem } from '../../-account/form-problem.tsx';
import { NewPasswordField } from '../../-account/new-password-field.tsx';
import { useAccountForm } from '../../-account/use-account-form.ts';
import { usePasswordRules } from '../../-account/use-password-rules.ts';
import { ProfileDialog } from './profile-dialog.tsx';
import { SecondFactorSetup } from './second-factor-setup.tsx';
import { SecondFactorStatus } from './second-factor-status.tsx';
import { SessionsDialog } from './sessions-dialog.tsx';

export type AccountDialog = 'profile' | 'password' | 'twoStep' | 'sessions';

interface AccountDialogsProps {
  user: User;
  dialog: AccountDialog | null;
  onClose: () => void;
}

/** The dialogs of the user menu, and the recovery codes shown after signing in with a new second factor. */
export function AccountDialogs({ user, dialog, onClose }: AccountDialogsProps) {
  const { recoveryCodes } = useSignInSteps();
  return (
    <>
      {dialog === 'profile' && <ProfileDialog user={user} onClose={onClose} />}
      {dialog === 'password' && <PasswordDialog user={user} onClose={onClose} />}
      {dialog === 'twoStep' && <SecondFactorDialog user={user} onClose={onClose} />}
      <SessionsDialog open={dialog === 'sessions'} onClose={onClose} />
      {recoveryCodes && (
        <RecoveryCodesDialog
          codes={recoveryCodes}
          username={user.username}
          onSaved={() => session.confirmCodesSaved()}
        />
      )}
    </>
  );
}

type SecondFactorStep = 'state' | 'askSetUp' | 'askRenew' | 'askRemove' | { secret: TotpSecret } | { codes: string[] };

interface SecondFactorDialogProps {
  user: User;
  onClose: () => void;
}

/** Sets up, renews or removes the user's second factor step by step. */
function SecondFactorDialog({ user, onClose }: SecondFactorDialogProps) {
  const { t } = useTexts();
  const [step, setStep] = useState<SecondFactorStep>('state');
  const returnToState = () => setStep('state');

  /** Reports that a step succeeded, after reloading the profile, which shows the state of the second factor. */
  async function finishStep(text: string): Promise<void> {
    await session.refresh(true);
    notify.success(text);
  }

  const sendPassword = {
    askSetUp: async (password: string) => {
      const { data } = await api.POST('/api/v1/profile/totp', { body: { password } });
      setStep({ secret: data });
    },
    askRenew: async (password: string) => {
      const { data } = await api.POST('/api/v1/profile/totp/recovery-codes', { body: { password } });
      await finishStep(t('twoStep.renewed'));
      setStep({ codes: data.recoveryCodes });
    },
    askRemove: async (password: string) => {
      await api.POST('/api/v1/profile/totp/removal', { body: { password } });
      await finishStep(t('twoStep.removed'));
      setStep('state');
    },
  };

  async function confirmCode(code: string): Promise<void> {
    const { data } = await api.PUT('/api/v1/profile/totp', { body: { code } });
    await finishStep(t('twoStep.enabled'));
    setStep({ codes: data.recoveryCodes });
  }

  if (step === 'state') return <SecondFactorStatus user={user} onClose={onClose} onStart={setStep} />;
  if (typeof step === 'string') {
    return (
      <PasswordPrompt
        key={step}
        purpose={step}
        username={user.username}
        onBack={returnToState}
        send={sendPassword[step]}
      />
    );
  }
  if ('secret' in step)
    return <SecondFactorSetup secret={step.secret} onClose={returnToState} confirmCode={confirmCode} />;
  return <RecoveryCodesDialog codes={step.codes} username={user.username} onSaved={returnToState} />;
}

interface PasswordPromptProps {
  purpose: 'askSetUp' | 'askRenew' | 'askRemove';
  username: string;
  onBack: () => void;
  send: (password: string) => Promise<void>;
}

const TITLE_KEYS = { askSetUp: 'twoStep.setUp', askRenew: 'twoStep.renew', askRemove: 'twoStep.remove' } as const;

/** Asks for the password before the second factor is changed. */
function PasswordPrompt({ purpose, username, onBack, send }: PasswordPromptProps) {
  const { t } = useTexts();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { form, field, isChanged, problem, busy } = useAccountForm(
    { password: '' },
    {
      check: ({ password }) => ({ password: password === '' ? t('common.required') : undefined }),
      send: ({ password }) => send(password),
    },
  );
  return (
    <Dialog
      open
      onClose={onBack}
      isChanged={isChanged}
      title={t(TITLE_KEYS[purpose])}
      description={t(`twoStep.${purpose}`)}
      initialFocus={input}
      footer={
        <>
          <CancelButton>{t('common.back')}</CancelButton>
          <Button type="submit" form={id} variant={purpose === 'askRemove' ? 'danger' : 'primary'} busy={busy}>
            {t(purpose === 'askSetUp' ? 'twoStep.next' : TITLE_KEYS[purpose])}
          </Button>
        </>
      }
    >
      <form {...form} id={id} className="flex flex-col gap-2">
        <FormProblem problem={problem} />
        {/* tells a password manager whose password this is */}
        <input hidden readOnly autoComplete="username" value={username} />
        <PasswordField {...field('password')} required label={t('twoStep.password')} inputRef={input} />
      </form>
    </Dialog>
  );
}

interface PasswordDialogProps {
  user: User;
  onClose: () => void;
}

/** Changes the password. It must be unmounted when closed, so that it keeps no typed passwords. */
function PasswordDialog({ user, onClose }: PasswordDialogProps) {
  const { t } = useTexts();
  const id = useId();
  const firstInput = useRef<HTMLInputElement>(null);
  const { form, field, values, isChanged, problem, busy } = useAccountForm(
    { oldPassword: '', newPassword: '' },
    {
      check: ({ oldPassword }) => ({
        oldPassword: oldPassword === '' ? t('common.required') : undefined,
        newPassword: error(),
      }),
      send: async (body) => {
        const { data } = await api.PUT('/api/v1/profile/password', { body });
        session.replaceToken(data.token);
        notify.success(t('password.done'));
        onClose();
      },
    },
  );
  const { rules, error } = usePasswordRules(values.newPassword, user, values.oldPassword);
  return (
    <Dialog
      open
      onClose={onClose}
      isChanged={isChanged}
      title={t('password.title')}
      description={t('password.text')}
      initialFocus={firstInput}
      footer={
        <>
          <CancelButton />
          <Button type="submit" form={id} variant="primary" busy={busy}>
            {t('password.title')}
          </Button>
        </>
      }
    >
      <form {...form} id={id} className="flex flex-col gap-2">
        <FormProblem problem={problem} />
        {/* tells a password manager whose password this is */}
        <input hidden readOnly autoComplete="username" value={user.username} />
        <PasswordField {...field('oldPassword')} required label={t('password.old')} inputRef={firstInput} />
        <NewPasswordField {...field('newPassword')} label={t('password.new')} rules={rules} />
      </form>
    </Dialog>
  );
}

interface RecoveryCodesDialogProps {
  codes: readonly string[];
  username: string;
  /** called when the user confirms that the codes are saved */
  onSaved: () => void;
}

function downloadText(text: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Shows recovery codes, which are shown only once, until the user confirms that they are saved. */
function RecoveryCodesDialog({ codes, username, onSaved }: RecoveryCodesDialogProps) {
  const { t } = useTexts();
  const [isSaved, setIsSaved] = useState(false);
  const text = `${[t('codes.head', { username }), '', ...codes].join('\n')}\n`;
  return (
    <Dialog
      open
      width={440}
      title={t('codes.title')}
      description={t('codes.text')}
      footer={
        <Button variant="primary" disabledReason={!isSaved && t('codes.first')} onClick={onSaved}>
          {t('codes.done')}
        </Button>
      }
      footnote={<Checkbox checked={isSaved} onChange={setIsSaved} label={t('codes.kept')} />}
    >
      <ol
        aria-label={t('codes.label')}
        translate="no"
        className="grid grid-cols-[repeat(auto-fill,minmax(7.75rem,1fr))] gap-x-4 gap-y-1 rounded-sm bg-sunken px-4 py-3 font-mono text-sm whitespace-nowrap inset-ring inset-ring-line"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="mt-3 flex gap-2">
        <Button size="sm" icon="copy" onClick={() => void copyText(text, t('codes.label'))}>
          {t('codes.copyAll')}
        </Button>
        <Button size="sm" icon="download" onClick={() => downloadText(text, t('codes.file'))}>
          {t('codes.download')}
        </Button>
      </div>
    </Dialog>
  );
}
