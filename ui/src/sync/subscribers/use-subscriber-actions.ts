import { useMemo } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { useSession } from '#session/use-session.ts';
import { permissionForAction, type Subscriber, type SubscriberAction } from './subscriber.ts';

/** Returns why the user may not run an action on subscribers, and which of pausing and resuming applies on subscribers. */
export function useSubscriberActions() {
  const { language } = useTexts();
  const { user, denialReason } = useSession();
  // biome-ignore lint/correctness/useExhaustiveDependencies: texts change with the language, permissions with the user
  return useMemo(
    () => ({
      disabledReasonFor: (action: SubscriberAction) => denialReason(permissionForAction(action)),
      editDisabledReason: denialReason('data_subscriber:update'),
      /** Returns the action that changes `active`: `pause` for an active subscriber, else `goOn`. */
      pauseOrResume: ({ active }: Pick<Subscriber, 'active'>): 'pause' | 'goOn' => (active ? 'pause' : 'goOn'),
    }),
    [user, language],
  );
}
