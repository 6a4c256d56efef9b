import type { ValidateFunction } from 'ajv/dist/2020.js';
import { mapYielding } from '#batch';
import type { Entity, FieldValues } from '#crud/model.ts';
import { changedPointers } from '#crud/pointers.ts';
import { findMissingForApproval, findViolations, type PreparedValues, prepareManyValues } from '#crud/prepare.ts';
import { needsSecondApproval } from '#crud/review/second-person.ts';
import { fieldsOf } from '#crud/rows.ts';
import type { Database } from '#database';
import { type Schemas, transitions } from '#http/contract.ts';
import type { FieldProblem } from '#http/problem.ts';
import { toFieldProblems, validatorAt } from '#http/validators.ts';
import { type CellProblem, STATUS_TARGET, statusTarget } from '../columns/parse-raw-record.ts';
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

type Status = Schemas['Status'];
type Event = Schemas['Event'];

/**
 * Finds the shortest sequence of a reviewer's events from one status to another; undefined if there is none. Without `secondPerson`
 * only events that one person may trigger alone are used.
 */
export function eventsBetween(from: Status, to: Status, secondPerson: boolean): Event[] | undefined {
  const paths: { status: Status; events: Event[] }[] = [{ status: from, events: [] }];
  const visited = new Set([from]);
  for (const { status, events } of paths) {
    if (status === to) return events;
    // the cast: Object.entries loses the type of the keys
    for (const [event, rule] of Object.entries(transitions) as [Event, (typeof transitions)[Event]][]) {
      const isAllowed = rule.permission === 'review' && (secondPerson || !rule.secondPerson);
      if (!isAllowed || !rule.from.includes(status) || visited.has(rule.to)) continue;
      visited.add(rule.to);
      paths.push({ status: rule.to, events: [...events, event] });
    }
  }
  return undefined;
}

/** Returns the status that the row would give an existing record; undefined if it would not change. */
export function newStatusOf({ current, parsed: { status } }: Candidate): Status | undefined {
  return current && status !== current.record.status ? status : undefined;
}

/** Refuses a row if the import cannot lead its record to the new status. */
export function evaluateStatus({ entity, review }: RowContext, candidate: Candidate): void {
  const { current, values, rawRecord, problems } = candidate;
  const status = newStatusOf(candidate);
  if (problems.length > 0 || !current || !values || !status) return;
  const { record } = current;
  const events = eventsBetween(record.status, status, review === 'none');
  const addProblem = (rule: CellProblem['rule'], parameters: CellProblem['parameters'] = {}) =>
    problems.push({
      column: rawRecord.sourceColumns[STATUS_TARGET]?.[0],
      pointer: statusTarget.pointer,
      rule,
      parameters,
    });
  if (!events) addProblem('statusUnreachable', { value: status, from: record.status });
  else if (needsSecondApproval(review, record, 'update') && changesOf(entity, candidate).length > 0)
    addProblem('statusBesideReview');
  else if (events.includes('approve'))
    for (const pointer of findMissingForApproval(entity, values.fields))
      problems.push({ column: undefined, pointer, rule: 'requiredToApprove' });
}
