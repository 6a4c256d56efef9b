import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { LinkButton, linkClass } from '#kit/buttons/link-button.tsx';
import { Note } from '#kit/messages/note.tsx';
import { Skeleton } from '#kit/messages/skeleton.tsx';
import { linkToken } from '#session/link-token.ts';
import { api, session } from '#session/session.ts';
import { useSession } from '#session/use-session.ts';
import { useAuthOptions, useRequest } from '../../-account/use-auth-options.ts';
import { BackToSignIn, EntryFrame } from '../login/entry-frame.tsx';
import { RegisterForm } from './register-form.tsx';

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

interface Props {
  purpose: 'invite' | 'setup';
  /** Said to be by the server; else its token is not here any more, since the page was reloaded. */
  spent: boolean;
}

const texts = { invite: 'register.spentInvite', setup: 'register.spentSetup' } as const;

function SpentLink({ purpose, spent }: Props) {
  const { t } = useTexts();
  return (
    <EntryFrame
      title={t(spent ? 'register.spentTitle' : 'register.reopenTitle')}
      text={t(spent ? texts[purpose] : 'register.reopen')}
    >
      <BackToSignIn />
    </EntryFrame>
  );
}

/** An account is opened for whoever has none: says who is in, and how to go on as somebody else. */
function SignedInAlready() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const search = useSearch({ from: '/register' });
  const { user } = useSession();
  function signOut(): void {
    session.logout();
    // after the session has led to /login: back to what was to be done here
    queueMicrotask(() => void navigate({ to: '/register', search, replace: true }));
  }
  return (
    <EntryFrame
      title={t('register.signedInTitle', { name: user?.displayName || user?.username })}
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
    </EntryFrame>
  );
}

interface InvitedProps {
  token: string;
  onSpent: () => void;
}

/** Whom an invitation is for, before anything is asked of them. */
function Invited({ token, onSpent }: InvitedProps) {
  const { t } = useTexts();
  const { data, problem, retry } = useRequest(async (signal) => {
    const answer = await api.POST('/api/v1/auth/invitation', { body: { token }, signal });
    return answer.data;
  });
  const spent = problem?.status === 422;
  useEffect(() => {
    if (spent) onSpent();
  }, [spent, onSpent]);
  if (data) return <RegisterForm kind="invite" token={token} invited={data} onSpent={onSpent} />;
  return (
    <EntryFrame title={t('register.inviteTitle')}>
      {problem && !spent ? (
        <Note tone="bad" live action={<LinkButton onClick={retry}>{t('common.retry')}</LinkButton>}>
          {t('register.failed', { problem: problem.message })}
        </Note>
      ) : (
        <Skeleton height={240} className="animate-fade-in-delayed" />
      )}
    </EntryFrame>
  );
}
