import type { Schemas } from '#api/metadata.gen.ts';
import type { IconName } from '#kit/buttons/icon.tsx';

export type Act = Schemas['Act'];

/** All acts, grouped by the part of the product that they belong to. */
export const actGroups = {
  signIn: ['signIn', 'signInFailed', 'signInRefused', 'signOut', 'sessionEnded', 'refused'],
  own: [
    ...(['registered', 'invitationAccepted', 'setupDone', 'profileChanged'] as const),
    ...(['passwordChanged', 'resetRequested', 'passwordReset'] as const),
    ...(['secondFactorOn', 'secondFactorOff', 'recoveryCodesRenewed', 'recoveryCodeUsed'] as const),
  ],
  accounts: [
    ...(['userCreated', 'userInvited', 'userChanged', 'userDeleted', 'userApproved', 'userRejected'] as const),
    ...(['userActivated', 'userDeactivated', 'userSessionsEnded', 'userSecondFactorRemoved'] as const),
  ],
  roles: ['roleCreated', 'roleChanged', 'roleDeleted', 'rolePreviewed'],
  propagation: [
    ...(['subscriberCreated', 'subscriberChanged', 'subscriberDeleted', 'subscriberSwitchedOff'] as const),
    ...(['subscriberSecretExchanged', 'subscriberTokenExchanged', 'subscriberTested'] as const),
    ...(['laneChanged', 'changesReplayed', 'changeSkipped', 'changeResent'] as const),
    ...(['taskStarted', 'taskCancelled', 'taskRetried'] as const),
  ],
  system: ['settingsChanged', 'logExported', 'dataLogExported', 'recordsExported'],
} as const satisfies Record<string, readonly Act[]>;

export type ActGroup = keyof typeof actGroups;

const groupIcons: Record<ActGroup, IconName> = {
  signIn: 'key',
  own: 'user',
  accounts: 'users',
  roles: 'shield',
  propagation: 'broadcast',
  system: 'sliders',
};

/** The acts that need attention, each with its own icon and color. */
const alarming: Partial<Record<Act, { icon: IconName; tone: 'warn' | 'bad' }>> = {
  signInFailed: { icon: 'error', tone: 'bad' },
  signInRefused: { icon: 'lock', tone: 'warn' },
  refused: { icon: 'lock', tone: 'warn' },
};

export function groupOf(act: Act): ActGroup {
  // the cast: Object.keys returns plain strings
  const names = Object.keys(actGroups) as ActGroup[];
  return names.find((name) => (actGroups[name] as readonly Act[]).includes(act)) ?? 'system';
}

const specialIcons: Partial<Record<Act, { icon: IconName }>> = {
  taskStarted: { icon: 'tasks' },
  taskCancelled: { icon: 'tasks' },
  taskRetried: { icon: 'tasks' },
};

/** Returns the icon of an act, and its color if it needs attention. */
export const actAppearance = (act: Act): { icon: IconName; tone?: 'warn' | 'bad' } =>
  alarming[act] ?? specialIcons[act] ?? { icon: groupIcons[groupOf(act)] };
