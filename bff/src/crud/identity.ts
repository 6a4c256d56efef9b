import { fromJson } from '#database';
import type { Schemas } from '#http/contract.ts';
import { columnOf, type Entity, type Fields, fieldOf } from './entity.ts';

export interface Identity {
  code: string | null;
  name: string;
  locales: Schemas['Locales'];
}

const placeholder = /\{(\w+)\}/g;

/** Not every kind has one, nor a name. */
export const hasCode = (entity: Entity) => fieldOf(entity, 'code') !== undefined;
export const hasName = (entity: Entity) => fieldOf(entity, 'name') !== undefined;

/** The fields of which a title is made. */
const titled = ({ title = '' }: Entity) => [...title.matchAll(placeholder)].map(([, name = '']) => name);

/** Columns by which a kind's records are ordered where nothing else is asked for. */
export const ownOrder = (entity: Entity): string[] =>
  hasCode(entity) ? ['code'] : titled(entity).map((name) => columnOf(entity, name));

/** Columns that `identityOf` asks for. */
export const identityColumns = (entity: Entity): string[] => [
  ...(hasCode(entity) ? ['code'] : []),
  ...(hasName(entity) ? ['name', 'locales'] : ownOrder(entity)),
];

/** Code and name of a record, or of a row of `identityColumns`; a title where there is no name. */
export function identityOf(entity: Entity, record: Fields): Identity {
  const value = (name: string) => String(record[name] ?? record[columnOf(entity, name)] ?? '');
  const { code, name, locales } = record;
  return {
    code: typeof code === 'string' ? code : null,
    name: typeof name === 'string' ? name : (entity.title ?? '').replaceAll(placeholder, (_, field) => value(field)),
    locales: fromJson<Schemas['Locales'] | undefined>(locales) ?? {},
  };
}
