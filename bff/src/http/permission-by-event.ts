import { contract, type JsonSchema, type Operation, resolve, type Schemas, transitions } from './contract.ts';
import { unescapeKey } from './json-pointer.ts';

/** The permission that an event, or `delete`, asks for with records of this kind; undefined where there is no such event. */
export function permissionByEvent(kind: string, event: unknown): string | undefined {
  if (event === 'delete') return `${kind}:delete`;
  if (typeof event !== 'string' || !Object.hasOwn(transitions, event)) return undefined;
  // a key, as just found
  return `${kind}:${transitions[event as Schemas['Event']].permission}`;
}

/** The events that an operation takes by which its permission goes; none where it has one permission. */
export function eventsOf({ permission, body = '' }: Operation): string[] {
  if (permission !== 'by-event') return [];
  let schema = contract;
  for (const key of body.slice(1).split('/')) schema = schema[unescapeKey(key)];
  const { properties } = resolve<JsonSchema>(schema);
  return resolve<JsonSchema>(properties?.event ?? properties?.action ?? {}).enum ?? [];
}
