import { useSelector } from '@xstate/react';
import { t, useTexts } from '#i18n/i18n.ts';
import { can, hasPermission } from './permissions.ts';
import { session } from './session.ts';
import type { User } from './session-types.ts';

/** Returns the current session and rerenders when the user changes. */
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

/** Returns the state of a sign-in after the password, and new recovery codes. */
export function useSignInSteps() {
  const challenge = useSelector(session.actor, (snapshot) => snapshot.context.challenge);
  const hasChallengeExpired = useSelector(session.actor, (snapshot) => snapshot.context.hasChallengeExpired);
  const recoveryCodes = useSelector(session.actor, (snapshot) => snapshot.context.recoveryCodes);
  return { challenge, hasChallengeExpired, recoveryCodes };
}

/** Returns the localized reason why a user lacks a permission, or false if they have it. */
function denialReasonOf(user: User | null, permission: string): string | false {
  if (can(user, permission)) return false;
  return hasPermission(user, permission) ? t('preview.readOnly') : t('forbidden.noPermission', { permission });
}
