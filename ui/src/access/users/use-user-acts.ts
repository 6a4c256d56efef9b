import { useMemo } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import type { IconName } from '#kit/buttons/icon.tsx';
import { useSession } from '#session/use-session.ts';
import { type Account, actsOf, permissionOf, refusalOf, type UserAct } from './account.ts';

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

export interface OfferedAct {
  act: UserAct;
  label: string;
  icon: IconName;
  /** Why it cannot be done; false where it can. */
  disabledReason: string | false;
}

/** What can be done with an account, each with why this person may not do it. */
export function useUserActs() {
  const { t, language } = useTexts();
  const { user, denialReason } = useSession();
  // biome-ignore lint/correctness/useExhaustiveDependencies: texts change with the language, permissions with the user
  return useMemo(() => {
    const why = (act: UserAct, account: Account) => {
      const reason = refusalOf(act, account, user?.username);
      return denialReason(permissionOf(act)) || (reason ? t(`user.refused.${reason}`) : false);
    };
    return {
      offered: (account: Account): OfferedAct[] =>
        actsOf(account).map((act) => ({
          act,
          label: t(`user.act.${act}`),
          icon: actIcons[act],
          disabledReason: why(act, account),
        })),
      /** Why the account itself cannot be changed. */
      editDisabledReason: ({ withinReach }: Pick<Account, 'withinReach'>) =>
        denialReason('user:update') || (withinReach ? false : t('user.refused.beyondReach')),
    };
  }, [user, language]);
}
