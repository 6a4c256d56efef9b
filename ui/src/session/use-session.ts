import { useSelector } from '@xstate/react';
import { t, useTexts } from '#i18n/i18n.ts';
import { can, grants } from './can.ts';
import { session } from './session.ts';
import type { User } from './session-types.ts';

/** The session as it is now; renders again when the user or the token changes. */
export function useSession() {
  // why somebody may not is told in words
  useTexts();
  const user = useSelector(session.actor, (snapshot) => snapshot.context.user);
  const loggedIn = useSelector(session.actor, (snapshot) => snapshot.matches('loggedIn'));
  return {
    user,
    loggedIn,
    can: (permission: string) => can(user, permission),
    /** Why this person may not, for a control's `refused`; false where they may. */
    refuse: (permission: string) => refusalOf(user, permission),
  };
}

/** What signing in waits for beside a password, and the codes that it may leave behind. */
export function useSignInSteps() {
  const challenge = useSelector(session.actor, (snapshot) => snapshot.context.challenge);
  const lapsed = useSelector(session.actor, (snapshot) => snapshot.context.lapsed);
  const recoveryCodes = useSelector(session.actor, (snapshot) => snapshot.context.recoveryCodes);
  return { challenge, lapsed, recoveryCodes };
}

/** Why somebody may not, in the words of a refused control; false where they may. */
function refusalOf(user: User | null, permission: string): string | false {
  if (can(user, permission)) return false;
  return grants(user, permission) ? t('preview.readOnly') : t('forbidden.noPermission', { permission });
}
