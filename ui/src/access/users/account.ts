import type { Schemas } from '#api/metadata.gen.ts';

export type Account = Schemas['Account'];
export type UserStatus = Schemas['UserStatus'];

/** The status mark for each user status. */
export const statusMarks = {
  active: 'active',
  invited: 'approved',
  pending: 'pending',
  inactive: 'inactive',
  rejected: 'rejected',
} as const satisfies Record<UserStatus, string>;

/** The statuses in the order of the tabs. */
export const userStatuses = ['active', 'invited', 'pending', 'inactive', 'rejected'] as const satisfies UserStatus[];

export const userActs = [
  'approve',
  'reject',
  'activate',
  'deactivate',
  'invite',
  'removeTotp',
  'endSessions',
  'delete',
] as const;
export type UserAct = (typeof userActs)[number];

/** The reason why an act is not allowed although the account's status allows it. */
export type UserRefusal = 'beyondReach' | 'ownAccount' | 'noSecondFactor' | 'noSession';

// the first four acts are the contract's `UserEvent`
const isActAllowed: Record<UserAct, (account: Account) => boolean> = {
  approve: ({ status }) => status === 'pending' || status === 'rejected',
  reject: ({ status }) => status === 'pending',
  activate: ({ status }) => status === 'inactive',
  deactivate: ({ status }) => status === 'active',
  invite: ({ status }) => status === 'invited',
  removeTotp: ({ status }) => status === 'active' || status === 'inactive',
  endSessions: ({ status }) => status === 'active',
  delete: () => true,
};

/** Returns the acts that an account's status allows. */
export const allowedActs = (account: Account): UserAct[] => userActs.filter((act) => isActAllowed[act](account));

export const actPermission = (act: UserAct) => (act === 'delete' ? 'user:delete' : 'user:update');

const forbiddenOnOwnAccount: readonly UserAct[] = ['deactivate', 'removeTotp', 'delete'];

/** Returns why an act on this account is not allowed, regardless of permissions; undefined if it is. */
export function findActRefusal(act: UserAct, account: Account, ownName: string | undefined): UserRefusal | undefined {
  if (!account.withinReach) return 'beyondReach';
  if (account.username === ownName && forbiddenOnOwnAccount.includes(act)) return 'ownAccount';
  if (act === 'removeTotp' && !account.secondFactor) return 'noSecondFactor';
  if (act === 'endSessions' && account.openSessions === 0) return 'noSession';
  return undefined;
}
