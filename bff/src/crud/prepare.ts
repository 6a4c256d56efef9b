import type { Transaction } from '#database';
import { type FieldProblem, invalid } from '#http/problem.ts';
import type { Entity, Fields } from './entity.ts';
import type { Refs, Values } from './rows.ts';

/** A body as values to write: codes folded to upper case, absent fields null, references resolved (422 where unknown). */
export async function prepare(trx: Transaction, entity: Entity, body: Fields): Promise<Values> {
  const fields: Fields = {};
  for (const { name, isCode } of entity.fields) {
    const value = body[name] ?? (name === 'locales' ? {} : null);
    fields[name] = isCode && typeof value === 'string' ? value.toUpperCase() : value;
  }
  const derived = entity.derive?.(fields) ?? fields;
  return { fields: derived, refs: await resolveReferences(trx, entity, derived) };
}

/**
 * The ids behind a record's codes; a code without a record is a problem of its field. Targets are locked, so that none
 * is deleted or renamed before what refers to it is written.
 */
async function resolveReferences(trx: Transaction, entity: Entity, fields: Fields): Promise<Refs> {
  const refs: Refs = {};
  const unknown: FieldProblem[] = [];
  for (const { name, reference } of entity.fields) {
    if (!reference || fields[name] === null) continue;
    // `version` makes it lock the row: with what the key of `code` holds, the key's entry alone would be locked
    const target = await trx(reference).where('code', String(fields[name])).forShare().first('id', 'version');
    if (target) refs[`/${name}`] = target.id;
    else unknown.push({ pointer: `/${name}`, rule: 'unknownReference' });
  }
  if (unknown.length > 0) throw invalid(...unknown);
  return refs;
}

/** Stored values with today's codes for their ids: a target renamed since is followed, one gone is 422 on its field. */
export async function rebind(trx: Transaction, entity: Entity, { fields, refs }: Values): Promise<Values> {
  const bound = { ...fields };
  const gone: FieldProblem[] = [];
  for (const { name, reference } of entity.fields) {
    const id = refs[`/${name}`];
    if (!reference || id === undefined) continue;
    const target = await trx(reference).where('id', id).forShare().first('code');
    if (target) bound[name] = target.code;
    else gone.push({ pointer: `/${name}`, rule: 'unknownReference' });
  }
  if (gone.length > 0) throw invalid(...gone);
  return { fields: bound, refs };
}

/** Throws 422 on the fields that a record must hold to be approved and does not. */
export function requireComplete(entity: Entity, fields: Fields): void {
  const missing = entity.requiredToApprove.filter((name) => fields[name] === null || fields[name] === '');
  if (missing.length > 0) {
    throw invalid(...missing.map((name) => ({ pointer: `/${name}`, rule: 'requiredToApprove' as const })));
  }
}
