import type { Fields } from '#crud/entity.ts';
import { tidyFields } from '#crud/prepare.ts';
import { keyOf } from '#crud/read-by-key.ts';
import type { Candidate, Reading } from './candidate.ts';

/** Finds out by what the record is known; what the contract asks for and is not there is a problem. */
export function identify({ entity, actor }: Reading, candidate: Candidate): void {
  const { body, problems } = candidate.parsed;
  // lists and objects identify nothing, and may be of any form yet
  const plain = entity.fields.filter(({ kind }) => kind !== 'list' && kind !== 'object').map(({ name }) => name);
  const given: Fields = Object.fromEntries(plain.map((name) => [name, body[name]]));
  // a code may follow from another field
  const tidied = tidyFields(entity, given, { actor });
  candidate.identity = Object.fromEntries(entity.identifying.map((name) => [name, tidied[name] ?? null]));
  candidate.key = keyOf(entity, candidate.identity);
  if (candidate.key === undefined)
    problems.push({ column: undefined, pointer: `/${entity.identifying.at(-1)}`, rule: 'required' });
}

/** What stands for the record in a list of rows. */
export const nameOfKey = (identity: Fields): string =>
  Object.values(identity)
    .filter((value) => value !== null)
    .join(' ');
