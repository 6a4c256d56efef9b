import { useState } from 'react';
import { notify } from '#crud/notify.ts';
import { useTexts } from '#i18n/i18n.ts';
import type { User } from '#session/can.ts';
import { api, session } from '#session/session.ts';
import type { TotpSecret } from '#session/session-types.ts';
import { RecoveryCodesDialog } from '../-account/recovery-codes-dialog.tsx';
import { FactorSetup } from './factor-setup.tsx';
import { FactorState } from './factor-state.tsx';
import { PasswordPrompt } from './password-prompt.tsx';

type Step = 'state' | 'askSetUp' | 'askRenew' | 'askRemove' | { secret: TotpSecret } | { codes: string[] };

interface Props {
  user: User;
  onClose: () => void;
}

/** One's own second factor, step by step. */
export function SecondFactorDialog({ user, onClose }: Props) {
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
