import type { Entity, Fields } from '#crud/entity.ts';
import { heldCodes, referring } from '#crud/reference-places.ts';
import type { Sought } from './reference-book.ts';

/** A text that stands for another record, and where. */
export type Placed = Sought & { pointer: string };

const isEntry = (entry: unknown) => typeof entry === 'string' || (typeof entry === 'object' && entry !== null);
const isSound = (value: unknown) => !Array.isArray(value) || value.every(isEntry);

/** The texts that stand for other records; what is no reference at all is left to the schema. */
export function soughtIn(entity: Entity, body: Fields): Placed[] {
  const given: Fields = {};
  for (const { name } of referring(entity)) if (isSound(body[name])) given[name] = body[name];
  const country = typeof body.country === 'string' ? body.country.toUpperCase() : undefined;
  return heldCodes(entity, given).map(({ pointer, kind, code }) => ({
    ...{ pointer, kind, text: code },
    country: pointer === '/country' ? undefined : country,
  }));
}
