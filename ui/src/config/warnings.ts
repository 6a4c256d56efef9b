import type { User } from '#session/permissions.ts';

type Values = Readonly<Record<string, unknown>>;

/** Shorter idle timeouts sign out users who read a page or take a call. */
const MIN_COMFORTABLE_IDLE_MINUTES = 10;

const namesIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Returns the user's roles that would newly require a second factor, if the user has none. */
export function ownRolesRequiringSecondFactor(values: Values, base: Values | null, user: User | null): string[] {
  if (!user || user.secondFactor) return [];
  const before = namesIn(base?.secondFactorRoles);
  const added = namesIn(values.secondFactorRoles).filter((name) => !before.includes(name));
  return user.roles.filter(({ name }) => added.includes(name)).map(({ name, displayName }) => displayName || name);
}

/** Whether sessions would end while users are still working. */
export const isShortIdleTimeout = ({ sessionIdleMinutes }: Values): boolean =>
  typeof sessionIdleMinutes === 'number' && sessionIdleMinutes > 0 && sessionIdleMinutes < MIN_COMFORTABLE_IDLE_MINUTES;
