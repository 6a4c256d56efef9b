import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { Entity, Fields } from '#crud/model.ts';
import type { FieldProblem } from '#http/problem.ts';
import { schemaAt, toFields } from '#http/validators.ts';

const checks = new Map<string, ValidateFunction>();

function checkOf({ singular }: Entity): ValidateFunction {
  const check = checks.get(singular) ?? schemaAt(`/components/schemas/${singular}Write`);
  checks.set(singular, check);
  return check;
}

/** What of a body the contract does not take. */
export function bodyErrors(entity: Entity, body: Fields): FieldProblem[] {
  const check = checkOf(entity);
  return check(withoutEmpty(body)) ? [] : toFields(check.errors);
}

/** An absent field is what an empty one is, but a required one that is empty is told to be missing. */
function withoutEmpty(body: Fields): Fields {
  const given: Fields = {};
  for (const name in body) if (body[name] !== null && body[name] !== undefined) given[name] = body[name];
  return given;
}
