import { fieldOf } from '#crud/entity.ts';
import { normalise } from '#crud/fields.ts';
import type { Entity, Field, Fields } from '#crud/model.ts';
import { normaliseFields } from '#crud/prepare.ts';
import { keyOf } from '#crud/read-records.ts';
import type { Candidate, Reading } from './candidate.ts';

/** Finds out by what the record is known; what the contract asks for and is not there is a problem. */
export function identify({ entity, actor }: Reading, candidate: Candidate): void {
  const { body, problems } = candidate.parsed;
  const own: Fields = {};
  for (const name of entity.identifying) own[name] = normalise(field(entity, name), body[name]);
  candidate.key = keyOf(entity, own);
  candidate.identity = own;
  if (candidate.key !== undefined) return;
  // a code may follow from another field; lists and objects may be of any form yet
  const plain = entity.fields.filter(({ kind }) => kind !== 'list' && kind !== 'object');
  const derived = normaliseFields(entity, Object.fromEntries(plain.map(({ name }) => [name, body[name]])), { actor });
  for (const name of entity.identifying) own[name] = derived[name] ?? null;
  candidate.key = keyOf(entity, own);
  if (candidate.key === undefined)
    problems.push({ column: undefined, pointer: `/${entity.identifying.at(-1)}`, rule: 'required' });
}

function field(entity: Entity, name: string): Field {
  const found = fieldOf(entity, name);
  if (!found) throw new Error(`${entity.key} has no field “${name}” by which it could be known.`);
  return found;
}

/** What stands for the record in a list of rows. */
export const nameOfKey = (identity: Fields): string =>
  Object.values(identity)
    .filter((value) => value !== null)
    .join(' ');
