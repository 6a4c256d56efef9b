import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { LinkButton, linkClass } from '#kit/buttons/link-button.tsx';
import { Note } from '#kit/messages/note.tsx';
import { Skeleton } from '#kit/messages/skeleton.tsx';
import { linkToken } from '#session/link-token.ts';
import { api, session } from '#session/session.ts';
import { useSessionState } from '#session/use-session-state.ts';
import { useAuthOptions, useRequest } from '../../-account/use-auth-options.ts';
import { BackToSignIn, SignedOutLayout } from '../login/signed-out-layout.tsx';
import { RegisterForm } from './register-form.tsx';

/** The page to register, accept an invitation, or create the first administrator. */
export function Register() {
  const { loggedIn } = useSessionState();
  const search = useSearch({ from: '/register' });
  const [pendingUsername, setPendingUsername] = useState<string>();
  const [isTokenRejected, setIsSpent] = useState(false);
  const link = linkToken('invite', 'setup');
  const purpose = search.invite !== undefined ? 'invite' : search.setup !== undefined ? 'setup' : undefined;
  if (loggedIn) return <SignedInAlready />;
  if (pendingUsername !== undefined) return <AwaitingApproval username={pendingUsername} />;
  if (purpose && (isTokenRejected || link?.purpose !== purpose))
    return <UnusableLink purpose={purpose} isSpent={isTokenRejected} />;
  const onSpent = () => setIsSpent(true);
  if (link && purpose === 'invite') return <InvitedRegistration token={link.token} onSpent={onSpent} />;
  if (link && purpose === 'setup') return <RegisterForm kind="setup" token={link.token} onSpent={onSpent} />;
  return <OpenRegistration onPending={setPendingUsername} />;
}

function OpenRegistration({ onPending }: { onPending: (username: string) => void }) {
  const { t } = useTexts();
  const options = useAuthOptions();
  if (options?.registration !== false) return <RegisterForm kind="open" onPending={onPending} />;
  return (
    <SignedOutLayout title={t('register.closedTitle')} text={t('register.closed')}>
      <BackToSignIn />
    </SignedOutLayout>
  );
}

function AwaitingApproval({ username }: { username: string }) {
  const { t } = useTexts();
  return (
    <SignedOutLayout title={t('register.waitingTitle')} text={t('register.waiting', { username })}>
      <BackToSignIn />
    </SignedOutLayout>
  );
}

interface SpentLinkProps {
  purpose: 'invite' | 'setup';
  /** whether the server has rejected the token; otherwise the token was lost by a reload */
  isSpent: boolean;
}

const SPENT_TEXT_KEYS = { invite: 'register.spentInvite', setup: 'register.spentSetup' } as const;

function UnusableLink({ purpose, isSpent }: SpentLinkProps) {
  const { t } = useTexts();
  return (
    <SignedOutLayout
      title={t(isSpent ? 'register.spentTitle' : 'register.reopenTitle')}
      text={t(isSpent ? SPENT_TEXT_KEYS[purpose] : 'register.reopen')}
    >
      <BackToSignIn />
    </SignedOutLayout>
  );
}

/** Shown to signed-in users, with a button to sign out and register. */
function SignedInAlready() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const search = useSearch({ from: '/register' });
  const { user } = useSessionState();
  function signOut(): void {
    void session.logout();
    // runs after the session has navigated to /login
    queueMicrotask(() => void navigate({ to: '/register', search, replace: true }));
  }
  return (
    <SignedOutLayout
      title={t('register.signedInTitle', { name: user?.displayName || user?.username || '' })}
      text={t('register.signedIn')}
    >
      <div className="flex items-center gap-4">
        <Button size="lg" onClick={signOut}>
          {t('register.signOut')}
        </Button>
        <Link to="/" className={linkClass}>
          {t('register.home')}
        </Link>
      </div>
    </SignedOutLayout>
  );
}

interface InvitedProps {
  token: string;
  onSpent: () => void;
}

/** Loads the invitation before its form is shown. */
function InvitedRegistration({ token, onSpent }: InvitedProps) {
  const { t } = useTexts();
  const { data, problem, retry } = useRequest(async (signal) => {
    const response = await api.POST('/api/v1/auth/invitation', { body: { token }, signal });
    return response.data;
  });
  const isSpent = problem?.status === 422;
  useEffect(() => {
    if (isSpent) onSpent();
  }, [isSpent, onSpent]);
  if (data) return <RegisterForm kind="invite" token={token} invitation={data} onSpent={onSpent} />;
  return (
    <SignedOutLayout title={t('register.inviteTitle')}>
      {problem && !isSpent ? (
        <Note tone="bad" live action={<LinkButton onClick={retry}>{t('common.retry')}</LinkButton>}>
          {t('register.failed', { problem: problem.message })}
        </Note>
      ) : (
        <Skeleton height={240} className="animate-fade-in-delayed" />
      )}
    </SignedOutLayout>
  );
}
