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

/** Whoever is told something. */
export type Reader = Pick<Caller, 'may'>;

/** Whether the reader is told names, codes and values of a kind's records. */
export const mayRead = ({ may }: Reader, kind: EntityKey): boolean => may(`${kind}:read`);

/** Whether they are told changes of a kind: whoever reads the data log sees those of every kind. */
export const mayReadChanges = (reader: Reader, kind: EntityKey): boolean =>
  reader.may('data_log:read') || mayRead(reader, kind);

/** Whether they are told of a kind's imports and their files: whoever may import the kind, or review it. */
export const maySeeImports = ({ may }: Reader, kind: EntityKey): boolean =>
  may(`${kind}:import`) || may(`${kind}:review`);

/** Whether they are told what subscribers are called. */
export const mayReadSubscriberNames = ({ may }: Reader): boolean =>
  may('data_subscriber:read') || may('sync_status:read');

/** The permission that an event, or `delete`, asks for with records of this kind; undefined where there is no such event. */
export function permissionForEvent(kind: string, event: unknown): string | undefined {
  if (event === 'delete') return `${kind}:delete`;
  if (typeof event !== 'string' || !Object.hasOwn(transitions, event)) return undefined;
  // a key, as just found
  return `${kind}:${transitions[event as Schemas['Event']].permission}`;
}

/** The events that an operation takes by which its permission goes; none where it has one permission. */
export function eventsOfOperation({ permission, body = '' }: Operation): string[] {
  if (permission !== 'by-event') return [];
  let schema = contract;
  for (const key of body.slice(1).split('/')) schema = schema[unescapeKey(key)];
  const { properties } = resolve<JsonSchema>(schema);
  return resolve<JsonSchema>(properties?.event ?? properties?.action ?? {}).enum ?? [];
}
