import { useSelector } from '@xstate/react';
import { t, useTexts } from '#i18n/i18n.ts';
import { can, grants } from './can.ts';
import { session } from './session.ts';
import type { User } from './session-types.ts';

/** The session as it is now; renders again when the user or the token changes. */
export function useSession() {
  // denial reasons are localized, so a language switch must render again
  useTexts();
  const user = useSelector(session.actor, (snapshot) => snapshot.context.user);
  const loggedIn = useSelector(session.actor, (snapshot) => snapshot.matches('loggedIn'));
  return {
    user,
    loggedIn,
    can: (permission: string) => can(user, permission),
    /** Returns why the user lacks the permission, for a control's `disabledReason`; false if they have it. */
    denialReason: (permission: string) => denialReasonOf(user, permission),
  };
}

/** What signing in waits for beside a password, and the codes that it may leave behind. */
export function useSignInSteps() {
  const challenge = useSelector(session.actor, (snapshot) => snapshot.context.challenge);
  const lapsed = useSelector(session.actor, (snapshot) => snapshot.context.lapsed);
  const recoveryCodes = useSelector(session.actor, (snapshot) => snapshot.context.recoveryCodes);
  return { challenge, lapsed, recoveryCodes };
}

/** Returns the localized reason why a user lacks a permission, or false if they have it. */
function denialReasonOf(user: User | null, permission: string): string | false {
  if (can(user, permission)) return false;
  return grants(user, permission) ? t('preview.readOnly') : t('forbidden.noPermission', { permission });
}
