import { useMemo } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import type { IconName } from '#kit/buttons/icon.tsx';
import { useSession } from '#session/use-session.ts';
import { type Account, actPermission, allowedActs, findActRefusal, type UserAct } from './account.ts';

export const actIcons: Record<UserAct, IconName> = {
  approve: 'check',
  reject: 'reject',
  activate: 'play',
  deactivate: 'pause',
  invite: 'send',
  removeTotp: 'key',
  endSessions: 'logout',
  delete: 'trash',
};

export interface AvailableAct {
  act: UserAct;
  label: string;
  icon: IconName;
  /** Why the act is disabled; false if it is allowed. */
  disabledReason: string | false;
}

/** Returns the acts available for an account, each with the reason if it is disabled. */
export function useUserActs() {
  const { t, language } = useTexts();
  const { user, denialReason } = useSession();
  // biome-ignore lint/correctness/useExhaustiveDependencies: texts change with the language, permissions with the user
  return useMemo(() => {
    const actDisabledReason = (act: UserAct, account: Account) => {
      const reason = findActRefusal(act, account, user?.username);
      return denialReason(actPermission(act)) || (reason ? t(`user.refused.${reason}`) : false);
    };
    return {
      availableActs: (account: Account): AvailableAct[] =>
        allowedActs(account).map((act) => ({
          act,
          label: t(`user.act.${act}`),
          icon: actIcons[act],
          disabledReason: actDisabledReason(act, account),
        })),
      /** Returns why the account cannot be edited. */
      editDisabledReason: ({ withinReach }: Pick<Account, 'withinReach'>) =>
        denialReason('user:update') || (withinReach ? false : t('user.refused.beyondReach')),
    };
  }, [user, language]);
}
