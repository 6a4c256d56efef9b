import type { User } from '#session/permissions.ts';

type Values = Readonly<Record<string, unknown>>;

/** Below this, whoever reads a page or takes a call is signed out. In minutes. */
const hastyIdle = 10;

const namesIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Which of a person's roles would come to need a second factor that the person has not set up. */
export function ownRolesAsked(values: Values, base: Values | null, user: User | null): string[] {
  if (!user || user.secondFactor) return [];
  const before = namesIn(base?.secondFactorRoles);
  const added = namesIn(values.secondFactorRoles).filter((name) => !before.includes(name));
  return user.roles.filter(({ name }) => added.includes(name)).map(({ name, displayName }) => displayName || name);
}

/** Whether sessions would end while people are still at work. */
export const isHastyIdle = ({ sessionIdleMinutes }: Values): boolean =>
  typeof sessionIdleMinutes === 'number' && sessionIdleMinutes > 0 && sessionIdleMinutes < hastyIdle;
