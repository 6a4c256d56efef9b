import { useSelector } from '@xstate/react';
import { session } from './session.ts';

/** Returns the current user; pages without a signed-in user, which do not load the texts of permissions, so they use this instead of `useSession`. */
export function useSessionState() {
  const user = useSelector(session.actor, (snapshot) => snapshot.context.user);
  const loggedIn = useSelector(session.actor, (snapshot) => snapshot.matches('loggedIn'));
  return { user, loggedIn };
}

/** Returns the state of a sign-in after the password, and new recovery codes. */
export function useSignInSteps() {
  const challenge = useSelector(session.actor, (snapshot) => snapshot.context.challenge);
  const hasChallengeExpired = useSelector(session.actor, (snapshot) => snapshot.context.hasChallengeExpired);
  const recoveryCodes = useSelector(session.actor, (snapshot) => snapshot.context.recoveryCodes);
  return { challenge, hasChallengeExpired, recoveryCodes };
}
