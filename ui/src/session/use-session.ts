import { useSelector } from '@xstate/react';
import type { Event, OperationId } from '#api/facts.gen.ts';
import { can, canDo } from './can.ts';
import { session } from './session.ts';

/** The session as it is now; renders again when the user or the token changes. */
export function useSession() {
  const user = useSelector(session.actor, (snapshot) => snapshot.context.user);
  const loggedIn = useSelector(session.actor, (snapshot) => snapshot.matches('loggedIn'));
  return {
    user,
    loggedIn,
    can: (permission: string) => can(user, permission),
    canDo: (operation: OperationId, event?: Event | 'delete') => canDo(user, operation, event),
  };
}
