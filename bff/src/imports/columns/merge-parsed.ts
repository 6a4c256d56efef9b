import type { Entity, Fields } from '#crud/model.ts';
import { fieldsOf } from '#crud/rows.ts';
import { unescapeKey } from '#http/contract.ts';
import type { Parsed } from './parse-draft.ts';

/** All fields of a record with what a file gives of them; what it does not give stays, or stays away. */
export function mergeParsed(
  entity: Entity,
  current: Fields | undefined,
  { body, parts }: Pick<Parsed, 'body' | 'parts'>,
): Fields {
  const fields: Fields = current ? fieldsOf(entity, current) : {};
  for (const [name, value] of Object.entries(body)) if (!isSameText(fields[name], value)) fields[name] = value;
  const places = Object.entries(parts).map(([pointer, value]) => ({ path: pathOf(pointer), value }));
  const names = new Set(places.map(({ path: [name = ''] }) => name));
  for (const name of names) fields[name] = isObject(fields[name]) ? structuredClone(fields[name]) : {};
  for (const { path, value } of places) put(fields, path, value);
  for (const name of names) if (isEmpty(fields[name])) delete fields[name];
  return fields;
}

/** Lines end in a file of CSV as it has them, which says nothing of the text. */
const isSameText = (before: unknown, value: unknown) =>
  typeof before === 'string' && before.includes('\r') && before.replaceAll(/\r\n?/g, '\n') === value;

const pathOf = (pointer: string) => pointer.slice(1).split('/').map(unescapeKey);

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isEmpty = (value: unknown) => value === null || (isObject(value) && Object.keys(value).length === 0);

/** Sets a value; what is emptied goes, and what held nothing else with it. */
function put(within: Fields, [key = '', ...rest]: string[], value: unknown): void {
  const before = within[key];
  if (rest.length === 0) {
    if (isSameText(before, value)) return;
    if (value !== null) within[key] = value;
    // an empty list stays one
    else if (!isEmpty(before)) delete within[key];
    return;
  }
  const inner = isObject(before) ? before : {};
  put(inner, rest, value);
  if (Object.values(inner).every(isEmpty)) delete within[key];
  else within[key] = inner;
}
