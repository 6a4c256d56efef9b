import { useId, useRef, useState } from 'react';
import { notify } from '#crud/notify.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Checkbox } from '#kit/fields/checkbox.tsx';
import { PasswordField } from '#kit/fields/password-field.tsx';
import { Dialog } from '#kit/layers/dialog.tsx';
import type { User } from '#session/can.ts';
import { api, session } from '#session/session.ts';
import type { TotpSecret } from '#session/session-types.ts';
import { useSignInSteps } from '#session/use-session.ts';
import { FormProblem } from '../-account/form-problem.tsx';
import { NewPasswordField } from '../-account/new-password-field.tsx';
import { useForm } from '../-account/use-form.ts';
import { usePasswordRules } from '../-account/use-password-rules.ts';
import { FactorSetup } from './factor-setup.tsx';
import { FactorState } from './factor-state.tsx';
import { ProfileDialog } from './profile-dialog.tsx';
import { SessionsDialog } from './sessions-dialog.tsx';

export type AccountDialog = 'profile' | 'password' | 'twoStep' | 'sessions';

interface Props {
  user: User;
  dialog: AccountDialog | null;
  onClose: () => void;
}

/** What one's own menu opens, and the recovery codes that signing in may leave behind. */
export function AccountDialogs({ user, dialog, onClose }: Props) {
  const { recoveryCodes } = useSignInSteps();
  return (
    <>
      {dialog === 'profile' && <ProfileDialog user={user} onClose={onClose} />}
      {dialog === 'password' && <PasswordDialog user={user} onClose={onClose} />}
      {dialog === 'twoStep' && <SecondFactorDialog user={user} onClose={onClose} />}
      <SessionsDialog open={dialog === 'sessions'} onClose={onClose} />
      {recoveryCodes && (
        <RecoveryCodesDialog codes={recoveryCodes} username={user.username} onKept={() => session.codesKept()} />
      )}
    </>
  );
}

type Step = 'state' | 'askSetUp' | 'askRenew' | 'askRemove' | { secret: TotpSecret } | { codes: string[] };

interface SecondFactorDialogProps {
  user: User;
  onClose: () => void;
}

/** One's own second factor, step by step. */
function SecondFactorDialog({ user, onClose }: SecondFactorDialogProps) {
  const { t } = useTexts();
  const [step, go] = useState<Step>('state');
  const back = () => go('state');

  /** What has changed shows in the profile too. */
  async function done(text: string): Promise<void> {
    await session.refresh(true);
    notify.success(text);
  }

  const ways = {
    askSetUp: async (password: string) => {
      const { data } = await api.POST('/api/v1/profile/totp', { body: { password } });
      go({ secret: data });
    },
    askRenew: async (password: string) => {
      const { data } = await api.POST('/api/v1/profile/totp/recovery-codes', { body: { password } });
      await done(t('twoStep.renewed'));
      go({ codes: data.recoveryCodes });
    },
    askRemove: async (password: string) => {
      await api.POST('/api/v1/profile/totp/removal', { body: { password } });
      await done(t('twoStep.removed'));
      go('state');
    },
  };

  async function confirm(code: string): Promise<void> {
    const { data } = await api.PUT('/api/v1/profile/totp', { body: { code } });
    await done(t('twoStep.enabled'));
    go({ codes: data.recoveryCodes });
  }

  if (step === 'state') return <FactorState user={user} onClose={onClose} onAsk={go} />;
  if (typeof step === 'string') {
    return <PasswordPrompt key={step} ask={step} username={user.username} onBack={back} send={ways[step]} />;
  }
  if ('secret' in step) return <FactorSetup secret={step.secret} onClose={back} confirm={confirm} />;
  return <RecoveryCodesDialog codes={step.codes} username={user.username} onKept={back} />;
}

interface PasswordPromptProps {
  ask: 'askSetUp' | 'askRenew' | 'askRemove';
  username: string;
  onBack: () => void;
  send: (password: string) => Promise<void>;
}

const titles = { askSetUp: 'twoStep.setUp', askRenew: 'twoStep.renew', askRemove: 'twoStep.remove' } as const;

/** The password once more, before anything of the second factor changes. */
function PasswordPrompt({ ask, username, onBack, send }: PasswordPromptProps) {
  const { t } = useTexts();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { form, field, problem, busy } = useForm(
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
      title={t(titles[ask])}
      description={t(`twoStep.${ask}`)}
      initialFocus={input}
      footer={
        <>
          <Button onClick={onBack}>{t('common.back')}</Button>
          <Button type="submit" form={id} variant={ask === 'askRemove' ? 'danger' : 'primary'} busy={busy}>
            {t(ask === 'askSetUp' ? 'twoStep.next' : titles[ask])}
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

/** There while it is open: closed, it keeps nothing of what was typed. */
function PasswordDialog({ user, onClose }: PasswordDialogProps) {
  const { t } = useTexts();
  const id = useId();
  const first = useRef<HTMLInputElement>(null);
  const { form, field, values, problem, busy } = useForm(
    { oldPassword: '', newPassword: '' },
    {
      check: ({ oldPassword }) => ({
        oldPassword: oldPassword === '' ? t('common.required') : undefined,
        newPassword: error(),
      }),
      send: async (body) => {
        const { data } = await api.PUT('/api/v1/profile/password', { body });
        session.renew(data.token);
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
      title={t('password.title')}
      description={t('password.text')}
      initialFocus={first}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
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
        <PasswordField {...field('oldPassword')} required label={t('password.old')} inputRef={first} />
        <NewPasswordField {...field('newPassword')} label={t('password.new')} rules={rules} />
      </form>
    </Dialog>
  );
}

interface RecoveryCodesDialogProps {
  codes: readonly string[];
  username: string;
  /** The person says that they are safe. */
  onKept: () => void;
}

function save(text: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Recovery codes, shown once; it goes only when they are said to be kept. */
function RecoveryCodesDialog({ codes, username, onKept }: RecoveryCodesDialogProps) {
  const { t } = useTexts();
  const [kept, setKept] = useState(false);
  const text = `${[t('codes.head', { username }), '', ...codes].join('\n')}\n`;
  const copy = () => void navigator.clipboard?.writeText(text).then(() => notify.success(t('common.copied')));
  return (
    <Dialog
      open
      width={440}
      title={t('codes.title')}
      description={t('codes.text')}
      footer={
        <Button variant="primary" refused={!kept && t('codes.first')} onClick={onKept}>
          {t('codes.done')}
        </Button>
      }
      footnote={<Checkbox checked={kept} onChange={setKept} label={t('codes.kept')} />}
    >
      <ol
        aria-label={t('codes.label')}
        translate="no"
        className="grid grid-cols-2 gap-x-4 gap-y-1 rounded-sm bg-sunken px-4 py-3 font-mono text-sm inset-ring inset-ring-line"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="mt-3 flex gap-2">
        <Button size="sm" icon="copy" onClick={copy}>
          {t('codes.copyAll')}
        </Button>
        <Button size="sm" icon="download" onClick={() => save(text, t('codes.file'))}>
          {t('codes.download')}
        </Button>
      </div>
    </Dialog>
  );
}
