import type { Entity, Fields } from '#crud/entity.ts';
import type { Parsed } from './parse-draft.ts';

/** All fields of a record with what a file gives of them; what it does not give stays, or stays away. */
export function mergeParsed(_entity: Entity, _current: Fields | undefined, _parsed: Parsed): Fields {
  throw new Error('mergeParsed');
}
