import { inBreaths } from '#breath';
import type { Database, Transaction } from '#database';
import { type FieldProblem, invalid } from '#http/problem.ts';
import { normalise } from './column-values.ts';
import type { Checked, Entity, Fields, Writing } from './entity.ts';
import type { Field } from './field.ts';
import { only } from './only.ts';
import { writeAt } from './pointers.ts';
import { heldCodes, kindAt, lockByCode, type Place, targetsById } from './reference-places.ts';
import type { Refs, Values } from './rows.ts';
import { brokenRules } from './rules.ts';

/** A body that is to be written. */
export interface Draft {
  body: Fields;
  writing: Writing;
}

/** Values to write, and what is wrong with the codes that they hold. */
export interface Prepared {
  values: Values;
  problems: FieldProblem[];
}

/**
 * A body as values to write: each value in its one form, absent ones filled, what follows from others derived,
 * references resolved (422 where unknown).
 */
export async function prepare(trx: Transaction, entity: Entity, body: Fields, writing: Writing): Promise<Values> {
  const { values, problems } = only(await prepareAll(trx, entity, [{ body, writing }]));
  if (problems.length > 0) throw invalid(...problems);
  return values;
}

/** Many bodies as values to write, with as few statements as one. */
export async function prepareAll(db: Database, entity: Entity, drafts: Draft[]): Promise<Prepared[]> {
  const all = await inBreaths(drafts, ({ body, writing }) => tidyFields(entity, body, writing));
  const places = await inBreaths(all, (fields) => heldCodes(entity, fields));
  const ids = await lockByCode(db, places.flat());
  return all.map((fields, at) => resolved(fields, places[at] ?? [], ids));
}

/** The fields of a body, each value in its one form, absent ones filled, what follows from others derived. */
export function tidyFields(entity: Entity, body: Fields, writing: Writing): Fields {
  const fields: Fields = {};
  for (const field of entity.fields) fields[field.name] = tidy(field, body[field.name]);
  return entity.derive?.(fields, writing) ?? fields;
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
function resolved(fields: Fields, places: Place[], ids: Map<string, number>): Prepared {
  const refs: Refs = {};
  const problems: FieldProblem[] = repeatedIn(places);
  for (const { pointer, kind, code } of places) {
    const id = ids.get(`${kind} ${code}`);
    if (id !== undefined) refs[pointer] = id;
    else problems.push({ pointer, rule: 'unknownReference' });
  }
  return { values: { fields, refs }, problems };
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
export async function rebind(trx: Transaction, entity: Entity, stored: Values): Promise<Values> {
  const { values, problems } = only(await rebindAll(trx, entity, [stored]));
  if (problems.length > 0) throw invalid(...problems);
  return values;
}

/** As `rebind`, for many; a target that is gone is a problem of its place. */
export async function rebindAll(trx: Transaction, entity: Entity, all: Values[]): Promise<Prepared[]> {
  const held = all.map(({ refs }) => refs);
  const targets = await targetsById(trx, entity, held, true);
  return all.map(({ fields, refs }) => {
    const bound = structuredClone(fields);
    const problems: FieldProblem[] = [];
    for (const [pointer, id] of Object.entries(refs)) {
      const target = targets.get(`${kindAt(entity, pointer)} ${id}`);
      if (target) writeAt(bound, pointer, target.code);
      else problems.push({ pointer, rule: 'unknownReference' });
    }
    return { values: { fields: bound, refs }, problems };
  });
}

/** What values break of the rules against one another, and against what the database holds, for each. */
export async function unsoundness(db: Database, entity: Entity, all: Checked[]): Promise<FieldProblem[][]> {
  const found = (await entity.check?.(db, all)) ?? [];
  return all.map(({ values }, at) => [...brokenRules(entity, values.fields), ...(found[at] ?? [])]);
}

/** Throws 422 where values break a rule against one another, or against what the database holds. */
export async function requireSound(
  trx: Transaction,
  entity: Entity,
  values: Values,
  id: number | undefined,
): Promise<void> {
  const problems = (await unsoundness(trx, entity, [{ values, id }])).flat();
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
