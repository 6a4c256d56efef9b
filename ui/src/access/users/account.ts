import type { Schemas } from '#api/facts.gen.ts';

export type Account = Schemas['Account'];
export type UserStatus = Schemas['UserStatus'];

/** The mark that each status carries; the words tell apart what looks alike. */
export const marks = {
  active: 'active',
  invited: 'approved',
  pending: 'pending',
  inactive: 'inactive',
  rejected: 'rejected',
} as const satisfies Record<UserStatus, string>;

/** In the order of the tabs. */
export const statuses = ['active', 'invited', 'pending', 'inactive', 'rejected'] as const satisfies UserStatus[];

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

/** Why an act that the account's status allows is still refused. */
export type UserRefusal = 'beyondReach' | 'ownAccount' | 'noSecondFactor' | 'noSession';

// the events as `UserEvent` of the contract has them; the rest goes by what there is to do
const fits: Record<UserAct, (account: Account) => boolean> = {
  approve: ({ status }) => status === 'pending' || status === 'rejected',
  reject: ({ status }) => status === 'pending',
  activate: ({ status }) => status === 'inactive',
  deactivate: ({ status }) => status === 'active',
  invite: ({ status }) => status === 'invited',
  removeTotp: ({ status }) => status === 'active' || status === 'inactive',
  endSessions: ({ status }) => status === 'active',
  delete: () => true,
};

/** What can be done with an account in its present status. */
export const actsOf = (account: Account): UserAct[] => userActs.filter((act) => fits[act](account));

export const permissionOf = (act: UserAct) => (act === 'delete' ? 'user:delete' : 'user:update');

const neverToOneself: readonly UserAct[] = ['deactivate', 'delete'];

/** What stands against an act on this account, whoever may do it to others; undefined where nothing does. */
export function refusalOf(act: UserAct, account: Account, ownName: string | undefined): UserRefusal | undefined {
  if (!account.withinReach) return 'beyondReach';
  if (account.username === ownName && neverToOneself.includes(act)) return 'ownAccount';
  if (act === 'removeTotp' && !account.secondFactor) return 'noSecondFactor';
  if (act === 'endSessions' && account.openSessions === 0) return 'noSession';
  return undefined;
}
