import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { linkClass } from '#kit/link-button.tsx';
import { session } from '#session/session.ts';
import { useSession } from '#session/use-session.ts';
import { EntryFrame } from '../login/entry-frame.tsx';

/** An account is opened for whoever has none: says who is in, and how to go on as somebody else. */
export function SignedInAlready() {
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
