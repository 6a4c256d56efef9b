import type { Transaction } from '#database';
import { type FieldProblem, invalid } from '#http/problem.ts';
import { normalise } from './column-values.ts';
import type { Entity, Fields, Writing } from './entity.ts';
import type { Field } from './field.ts';
import { writeAt } from './pointers.ts';
import { codesById, heldCodes, kindAt, lockByCode, type Place } from './reference-places.ts';
import type { Refs, Values } from './rows.ts';
import { brokenRules } from './rules.ts';

/**
 * A body as values to write: each value in its one form, absent ones filled, what follows from others derived,
 * references resolved (422 where unknown).
 */
export async function prepare(trx: Transaction, entity: Entity, body: Fields, writing: Writing): Promise<Values> {
  const fields: Fields = {};
  for (const field of entity.fields) fields[field.name] = tidy(field, body[field.name]);
  const derived = entity.derive?.(fields, writing) ?? fields;
  return { fields: derived, refs: await resolveReferences(trx, entity, derived) };
}

function tidy(field: Field, value: unknown): unknown {
  const { list } = field;
  const tidied = normalise(field, value);
  if (!list) return tidied;
  const { member, others } = list;
  // the contract has a list here
  return (tidied as (string | Fields)[]).map((entry) => {
    if (typeof entry === 'string') return entry.toUpperCase();
    const rest = others.map((other) => [other.name, normalise(other, entry[other.name])]);
    return { ...(member ? { [member]: String(entry[member]).toUpperCase() } : {}), ...Object.fromEntries(rest) };
  });
}

/** The ids behind a record's codes; a code without a record is a problem of its place. */
async function resolveReferences(trx: Transaction, entity: Entity, fields: Fields): Promise<Refs> {
  const places = heldCodes(entity, fields);
  const ids = await lockByCode(trx, places);
  const refs: Refs = {};
  const problems: FieldProblem[] = repeatedIn(places);
  for (const { pointer, kind, code } of places) {
    const id = ids.get(`${kind} ${code}`);
    if (id !== undefined) refs[pointer] = id;
    else problems.push({ pointer, rule: 'unknownReference' });
  }
  if (problems.length > 0) throw invalid(...problems);
  return refs;
}

/** Lists that hold a record twice: the contract cannot tell before codes are in upper case. */
function repeatedIn(places: Place[]): FieldProblem[] {
  const seen = new Set<string>();
  const lists = new Set<string>();
  for (const { pointer, code } of places) {
    const list = pointer.split('/', 2).join('/');
    if (seen.has(`${list} ${code}`)) lists.add(list);
    seen.add(`${list} ${code}`);
  }
  return [...lists].map((pointer) => ({ pointer, rule: 'uniqueItems' }));
}

/** Stored values with today's codes for their ids: a target renamed since is followed, one gone is 422 on its field. */
export async function rebind(trx: Transaction, entity: Entity, { fields, refs }: Values): Promise<Values> {
  const bound = structuredClone(fields);
  const codes = await codesById(trx, entity, [refs], true);
  const gone: FieldProblem[] = [];
  for (const [pointer, id] of Object.entries(refs)) {
    const code = codes.get(`${kindAt(entity, pointer)} ${id}`);
    if (code) writeAt(bound, pointer, code);
    else gone.push({ pointer, rule: 'unknownReference' });
  }
  if (gone.length > 0) throw invalid(...gone);
  return { fields: bound, refs };
}

/** Throws 422 where values break a rule against one another, or against what the database holds. */
export async function requireSound(
  trx: Transaction,
  entity: Entity,
  values: Values,
  id: number | undefined,
): Promise<void> {
  const problems = [...brokenRules(entity, values.fields), ...((await entity.check?.(trx, values, id)) ?? [])];
  if (problems.length > 0) throw invalid(...problems);
}

/** Pointers of the fields that a record must hold to be approved and does not. */
export const missingToApprove = (entity: Entity, fields: Fields): string[] =>
  entity.requiredToApprove.filter((name) => fields[name] === null || fields[name] === '').map((name) => `/${name}`);

/** Throws 422 on the fields that a record must hold to be approved and does not. */
export function requireComplete(entity: Entity, fields: Fields): void {
  const missing = missingToApprove(entity, fields);
  if (missing.length > 0) throw invalid(...missing.map((pointer) => ({ pointer, rule: 'requiredToApprove' as const })));
}
