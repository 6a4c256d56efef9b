import { type Entity, enums, type Schemas } from '#api/facts.gen.ts';
import type { DotTone } from '#kit/display/status-mark.tsx';

export type Subscriber = Schemas['Subscriber'];
export type SubscriberBody = Schemas['SubscriberBody'];
export type SyncState = Schemas['SyncState'];

/** In the order of the tabs. */
export const states = enums.SyncState;

export const marks: Record<SyncState, DotTone> = { healthy: 'ok', behind: 'warn', failed: 'bad', paused: 'idle' };

const groups = {
  places: ['country', 'city'],
  air: ['airport', 'airline', 'cabin'],
  rail: ['train_station', 'eurail_station'],
} as const satisfies Record<string, readonly Entity[]>;

export type KindGroup = keyof typeof groups | 'other';

/** Kinds as they are chosen: what belongs together side by side, the rest last. */
export function groupKinds(kinds: readonly Entity[]): { group: KindGroup; kinds: Entity[] }[] {
  const grouped = Object.entries(groups).map(([group, members]: [string, readonly Entity[]]) => ({
    // the cast: Object.entries forgets the names that it lists
    group: group as KindGroup,
    kinds: members.filter((kind) => kinds.includes(kind)),
  }));
  const placed = new Set(grouped.flatMap((group) => group.kinds));
  const other = kinds.filter((kind) => !placed.has(kind));
  return [...grouped, { group: 'other' as const, kinds: other }].filter((group) => group.kinds.length > 0);
}

/** All kinds in the order in which they are chosen, however a subscriber lists them. */
export const inOrder = (kinds: readonly Entity[]): Entity[] => groupKinds(kinds).flatMap((group) => group.kinds);

/** What a person writes of a subscriber, as the contract takes it. */
export const bodyOf = ({ name, url, entities, filter, active }: Subscriber): SubscriberBody => ({
  ...{ name, url, entities, active },
  ...(filter ? { filter } : {}),
});

export const subscriberActs = [
  'pause',
  'goOn',
  'exchangeSecret',
  'exchangeToken',
  'endSecret',
  'endToken',
  'delete',
] as const;
export type SubscriberAct = (typeof subscriberActs)[number];

export const permissionOf = (act: SubscriberAct) =>
  act === 'delete' ? 'data_subscriber:delete' : 'data_subscriber:update';

/** What is shown this once: after a creation both, after an exchange one. */
export interface Shown {
  name: string;
  secret?: string | undefined;
  token?: string | undefined;
  /** Until when the one before is good. */
  earlierUntil?: string | undefined;
}
