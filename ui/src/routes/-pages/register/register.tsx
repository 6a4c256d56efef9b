import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { linkToken } from '#session/link-token.ts';
import { useSession } from '#session/use-session.ts';
import { useAuthOptions } from '../../-account/use-auth-options.ts';
import { BackToSignIn } from '../login/back-to-sign-in.tsx';
import { EntryFrame } from '../login/entry-frame.tsx';
import { Invited } from './invited.tsx';
import { RegisterForm } from './register-form.tsx';
import { SignedInAlready } from './signed-in-already.tsx';
import { SpentLink } from './spent-link.tsx';

/** Asking for an account, taking up an invitation, or making the first administrator. */
export function Register() {
  const { loggedIn } = useSession();
  const search = useSearch({ from: '/register' });
  const [waiting, setWaiting] = useState<string>();
  const [spent, setSpent] = useState(false);
  const link = linkToken('invite', 'setup');
  const purpose = search.invite !== undefined ? 'invite' : search.setup !== undefined ? 'setup' : undefined;
  if (loggedIn) return <SignedInAlready />;
  if (waiting !== undefined) return <Waiting username={waiting} />;
  if (purpose && (spent || link?.purpose !== purpose)) return <SpentLink purpose={purpose} spent={spent} />;
  const onSpent = () => setSpent(true);
  if (link && purpose === 'invite') return <Invited token={link.token} onSpent={onSpent} />;
  if (link && purpose === 'setup') return <RegisterForm kind="setup" token={link.token} onSpent={onSpent} />;
  return <OpenRegistration onWaiting={setWaiting} />;
}

function OpenRegistration({ onWaiting }: { onWaiting: (username: string) => void }) {
  const { t } = useTexts();
  const options = useAuthOptions();
  if (options?.registration !== false) return <RegisterForm kind="open" onWaiting={onWaiting} />;
  return (
    <EntryFrame title={t('register.closedTitle')} text={t('register.closed')}>
      <BackToSignIn />
    </EntryFrame>
  );
}

function Waiting({ username }: { username: string }) {
  const { t } = useTexts();
  return (
    <EntryFrame title={t('register.waitingTitle')} text={t('register.waiting', { username })}>
      <BackToSignIn />
    </EntryFrame>
  );
}
