import type { ValidateFunction } from 'ajv/dist/2020.js';
import { mapYielding } from '#batch';
import type { Entity, FieldValues } from '#crud/model.ts';
import { changedPointers } from '#crud/pointers.ts';
import { findMissingForApproval, findViolations, type PreparedValues, prepareManyValues } from '#crud/prepare.ts';
import { fieldsOf } from '#crud/rows.ts';
import type { Database } from '#database';
import type { FieldProblem } from '#http/problem.ts';
import { toFieldProblems, validatorAt } from '#http/validators.ts';
import type { Candidate, RowContext } from './candidate.ts';

const validators = new Map<string, ValidateFunction>();

function validatorOf({ singular }: Entity): ValidateFunction {
  const validate = validators.get(singular) ?? validatorAt(`/components/schemas/${singular}Write`);
  validators.set(singular, validate);
  return validate;
}

/** Returns the violations of the contract in a body. */
export function bodyErrors(entity: Entity, body: FieldValues): FieldProblem[] {
  const validate = validatorOf(entity);
  return validate(withoutEmptyFields(body)) ? [] : toFieldProblems(validate.errors);
}

/** Drops empty fields, so that an empty required field is reported as missing. */
function withoutEmptyFields(body: FieldValues): FieldValues {
  const filledFields: FieldValues = {};
  for (const name in body) if (body[name] !== null && body[name] !== undefined) filledFields[name] = body[name];
  return filledFields;
}

interface CandidateBody {
  candidate: Candidate;
  body: FieldValues;
}

/** Prepares bodies as values to write, with the same checks as any other write. */
export async function prepareBodies(db: Database, context: RowContext, bodies: CandidateBody[]): Promise<void> {
  const errors = await mapYielding(bodies, ({ body }) => bodyErrors(context.entity, body));
  for (const [at, { candidate }] of bodies.entries()) addProblems(candidate, errors[at] ?? []);
  const valid = bodies.filter((_, at) => errors[at]?.length === 0);
  const { entity, actor } = context;
  const inputs = valid.map(({ candidate, body }) => ({
    body,
    writing: { actor, current: candidate.current?.record },
  }));
  const prepared = await prepareManyValues(db, entity, inputs);
  for (const [at, { candidate }] of valid.entries()) storePrepared(candidate, prepared[at]);
  await checkRules(
    db,
    context,
    valid.map(({ candidate }) => candidate).filter(({ problems }) => problems.length === 0),
  );
}

function storePrepared(candidate: Candidate, prepared: PreparedValues | undefined): void {
  const pendingPointers = new Set(candidate.pendingReferences.map(({ pointer }) => pointer));
  addProblems(candidate, prepared?.problems.filter(({ pointer }) => !pendingPointers.has(pointer)) ?? []);
  candidate.values = prepared?.values;
}

async function checkRules(db: Database, { entity }: RowContext, candidates: Candidate[]): Promise<void> {
  // the callers pass only candidates without problems, so all of them have values
  const checked = candidates.flatMap(({ values, current }) => (values ? [{ values, id: current?.record.id }] : []));
  const violations = await findViolations(db, entity, checked);
  await mapYielding(candidates, (candidate, at) => {
    addProblems(candidate, violations[at] ?? []);
    candidate.missingForApproval = findMissingForApproval(entity, candidate.values?.fields ?? {});
    if (isApproved(candidate) && changesOf(entity, candidate).length > 0)
      addProblems(candidate, missingProblems(candidate));
  });
}

const addProblems = (candidate: Candidate, problems: FieldProblem[]) =>
  candidate.problems.push(...problems.map((problem) => ({ ...problem, column: undefined })));

/** Whether a record has been approved, so that it must keep the fields that approval requires. */
const isApproved = ({ current }: Candidate) =>
  current !== undefined && current.record.status !== 'pending' && current.record.status !== 'rejected';

const missingProblems = ({ missingForApproval: pointers }: Candidate): FieldProblem[] =>
  pointers.map((pointer) => ({ pointer, rule: 'requiredToApprove' }));

/** Returns the pointers of fields of the existing record that the row would change. */
export const changesOf = (entity: Entity, { current, values }: Candidate): string[] =>
  current && values ? changedPointers(fieldsOf(entity, current.record), values.fields) : [];
