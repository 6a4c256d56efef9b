import type { User } from '#session/can.ts';
import { session } from '#session/session.ts';
import { useSignInSteps } from '#session/use-session.ts';
import { RecoveryCodesDialog } from '../-account/recovery-codes-dialog.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { ProfileDialog } from './profile-dialog.tsx';
import { SecondFactorDialog } from './second-factor-dialog.tsx';
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
