import { useMemo } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { useSession } from '#session/use-session.ts';
import { permissionOf, type Subscriber, type SubscriberAct } from './subscriber.ts';

/** What may be done with subscribers, each with why this person may not. */
export function useSubscriberActs() {
  const { language } = useTexts();
  const { user, denialReason } = useSession();
  // biome-ignore lint/correctness/useExhaustiveDependencies: texts change with the language, permissions with the user
  return useMemo(
    () => ({
      disabledReason: (act: SubscriberAct) => denialReason(permissionOf(act)),
      editDisabledReason: denialReason('data_subscriber:update'),
      /** Pausing, or going on: what its present state asks for. */
      switchOf: ({ active }: Pick<Subscriber, 'active'>): 'pause' | 'goOn' => (active ? 'pause' : 'goOn'),
    }),
    [user, language],
  );
}
