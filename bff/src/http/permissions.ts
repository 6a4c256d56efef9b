import {
  contract,
  type EntityKey,
  type JsonSchema,
  type Operation,
  resolve,
  type Schemas,
  transitions,
  unescapeKey,
} from './contract.ts';
import type { Caller } from './operation-types.ts';

/** A user, as far as permissions to read matter. */
export type Reader = Pick<Caller, 'may'>;

/** Whether the reader may see the records of an entity. */
export const mayRead = ({ may }: Reader, entityKey: EntityKey): boolean => may(`${entityKey}:read`);

/** Whether the reader may see changes of an entity, as readers of the data log see all of them. */
export const mayReadChanges = (reader: Reader, entityKey: EntityKey): boolean =>
  reader.may('data_log:read') || mayRead(reader, entityKey);

/** Whether the reader may see the imports of an entity, as users who may import or review it. */
export const maySeeImports = ({ may }: Reader, entityKey: EntityKey): boolean =>
  may(`${entityKey}:import`) || may(`${entityKey}:review`);

/** Whether the reader may see the names of subscribers. */
export const mayReadSubscriberNames = ({ may }: Reader): boolean =>
  may('data_subscriber:read') || may('sync_status:read');

/** Returns the permission for an event, or for `delete`, of an entity; undefined for an unknown event. */
export function permissionForEvent(tag: string, event: unknown): string | undefined {
  if (event === 'delete') return `${tag}:delete`;
  if (typeof event !== 'string' || !Object.hasOwn(transitions, event)) return undefined;
  // the cast: the check above makes sure that it is a key
  return `${tag}:${transitions[event as Schemas['Event']].permission}`;
}

/** Returns the events of which a request may select one, if that determines the permission it needs; none if the permission is fixed. */
export function eventsInBodyOf({ permission, body = '' }: Operation): string[] {
  if (permission !== 'by-event') return [];
  let schema = contract;
  for (const key of body.slice(1).split('/')) schema = schema[unescapeKey(key)];
  const { properties } = resolve<JsonSchema>(schema);
  return resolve<JsonSchema>(properties?.event ?? properties?.action ?? {}).enum ?? [];
}
