import type { EntityKey, Schemas } from '#api/metadata.gen.ts';

export type Subscriber = Schemas['Subscriber'];
export type SubscriberBody = Schemas['SubscriberBody'];

const entityGroups = {
  places: ['country', 'city'],
  air: ['airport', 'airline', 'cabin'],
  rail: ['train_station', 'eurail_station'],
} as const satisfies Record<string, readonly EntityKey[]>;

export type EntityGroup = keyof typeof entityGroups | 'other';

/** Groups related entities, with the others last. */
export function groupEntities(entities: readonly EntityKey[]): { group: EntityGroup; entities: EntityKey[] }[] {
  const groupsWithMembers = Object.entries(entityGroups).map(([group, members]: [string, readonly EntityKey[]]) => ({
    // The cast: Object.entries types all keys as strings.
    group: group as EntityGroup,
    entities: members.filter((entity) => entities.includes(entity)),
  }));
  const groupedEntities = new Set(groupsWithMembers.flatMap((group) => group.entities));
  const otherEntities = entities.filter((entity) => !groupedEntities.has(entity));
  return [...groupsWithMembers, { group: 'other' as const, entities: otherEntities }].filter(
    (group) => group.entities.length > 0,
  );
}

/** Sorts entities by their groups. */
export const sortByGroup = (entities: readonly EntityKey[]): EntityKey[] =>
  groupEntities(entities).flatMap((group) => group.entities);

/** Returns the editable fields of a subscriber as a request body. */
export const toSubscriberBody = ({ name, url, entities, filter, active }: Subscriber): SubscriberBody => ({
  name,
  url,
  entities,
  active,
  ...(filter ? { filter } : {}),
});

export const subscriberActions = [
  'pause',
  'goOn',
  'exchangeSecret',
  'exchangeToken',
  'endSecret',
  'endToken',
  'delete',
] as const;
export type SubscriberAction = (typeof subscriberActions)[number];

export const permissionForAction = (action: SubscriberAction) =>
  action === 'delete' ? 'data_subscriber:delete' : 'data_subscriber:update';

/** Credentials to show once: both after creation, one after a rotation. */
export interface NewCredentials {
  name: string;
  secret?: string | undefined;
  token?: string | undefined;
  /** The end of the validity of the previous credential. */
  previousValidUntil?: string | undefined;
}
