import type { Entity, Fields } from '#crud/model.ts';
import { collectReferences, referenceFields } from '#crud/reference-paths.ts';
import type { Sought } from './reference-book.ts';

/** A text that stands for another record, and where. */
export type Placed = Sought & { pointer: string };

const isEntry = (entry: unknown) => typeof entry === 'string' || (typeof entry === 'object' && entry !== null);
const isSound = (value: unknown) => !Array.isArray(value) || value.every(isEntry);

/** The texts that stand for other records; what is no reference at all is left to the schema. */
export function soughtIn(entity: Entity, body: Fields): Placed[] {
  const given: Fields = {};
  for (const { name } of referenceFields(entity)) if (isSound(body[name])) given[name] = body[name];
  const country = typeof body.country === 'string' ? body.country.toUpperCase() : undefined;
  return collectReferences(entity, given).map(({ pointer, kind, code }) => ({
    ...{ pointer, kind, text: code },
    country: pointer === '/country' ? undefined : country,
  }));
}
