import { expectSingle, mapYielding } from '#batch';
import type { Database, Transaction } from '#database';
import type { FieldRule } from '#http/contract.ts';
import { type FieldProblem, invalid } from '#http/problem.ts';
import { compareDecimals } from './decimal.ts';
import { normalise } from './fields.ts';
import type { Entity, Field, Fields, Refs, Values, ValuesToCheck, WriteContext } from './model.ts';
import { writeAt } from './pointers.ts';
import {
  collectReferences,
  lockByCode,
  type ReferencePath,
  readReferencedRecords,
  referencedEntity,
} from './reference-paths.ts';

/** A body that is to be written. */
interface Draft {
  body: Fields;
  writing: WriteContext;
}

/** Values to write, and what is wrong with the codes that they hold. */
export interface PreparedValues {
  values: Values;
  problems: FieldProblem[];
}

/**
 * A body as values to write: each value in its one form, absent ones filled, what follows from others derived,
 * references resolved (422 where unknown).
 */
export async function prepareValues(
  trx: Transaction,
  entity: Entity,
  body: Fields,
  writing: WriteContext,
): Promise<Values> {
  const { values, problems } = expectSingle(await prepareManyValues(trx, entity, [{ body, writing }]));
  if (problems.length > 0) throw invalid(...problems);
  return values;
}

/** Many bodies as values to write, with as few statements as one. */
export async function prepareManyValues(db: Database, entity: Entity, drafts: Draft[]): Promise<PreparedValues[]> {
  const all = await mapYielding(drafts, ({ body, writing }) => normaliseFields(entity, body, writing));
  const pathsByRecord = await mapYielding(all, (fields) => collectReferences(entity, fields));
  const ids = await lockByCode(db, pathsByRecord.flat());
  return all.map((fields, at) => resolveReferences(fields, pathsByRecord[at] ?? [], ids));
}

/** The fields of a body, each value in its one form, absent ones filled, what follows from others derived. */
export function normaliseFields(entity: Entity, body: Fields, writing: WriteContext): Fields {
  const fields: Fields = {};
  for (const field of entity.fields) fields[field.name] = normaliseField(field, body[field.name]);
  return entity.derive?.(fields, writing) ?? fields;
}

function normaliseField(field: Field, value: unknown): unknown {
  const { list } = field;
  const tidied = normalise(field, value);
  if (!list) return tidied;
  const { member, extraFields } = list;
  // the contract has a list here
  return (tidied as (string | Fields)[]).map((entry) => {
    if (typeof entry === 'string') return entry.toUpperCase();
    const rest = extraFields.map((other) => [other.name, normalise(other, entry[other.name])]);
    return { ...(member ? { [member]: String(entry[member]).toUpperCase() } : {}), ...Object.fromEntries(rest) };
  });
}

/** The ids behind a record's codes; a code without a record is a problem of its place. */
function resolveReferences(fields: Fields, paths: ReferencePath[], ids: Map<string, number>): PreparedValues {
  const refs: Refs = {};
  const problems: FieldProblem[] = findRepeatedEntries(paths);
  for (const { pointer, entityKey, code } of paths) {
    const id = ids.get(`${entityKey} ${code}`);
    if (id !== undefined) refs[pointer] = id;
    else problems.push({ pointer, rule: 'unknownReference' });
  }
  return { values: { fields, refs }, problems };
}

/** Lists that hold a record twice: the contract cannot tell before codes are in upper case. */
function findRepeatedEntries(paths: ReferencePath[]): FieldProblem[] {
  const seen = new Set<string>();
  const lists = new Set<string>();
  for (const { pointer, code } of paths) {
    const list = pointer.split('/', 2).join('/');
    if (seen.has(`${list} ${code}`)) lists.add(list);
    seen.add(`${list} ${code}`);
  }
  return [...lists].map((pointer) => ({ pointer, rule: 'uniqueItems' }));
}

/** Stored values with today's codes for their ids: a target renamed since is followed, one gone is 422 on its field. */
export async function refreshCodes(trx: Transaction, entity: Entity, stored: Values): Promise<Values> {
  const { values, problems } = expectSingle(await refreshManyCodes(trx, entity, [stored]));
  if (problems.length > 0) throw invalid(...problems);
  return values;
}

/** As `refreshCodes`, for many; a target that is gone is a problem of its place. */
export async function refreshManyCodes(trx: Transaction, entity: Entity, all: Values[]): Promise<PreparedValues[]> {
  const refs = all.map(({ refs }) => refs);
  const targets = await readReferencedRecords(trx, entity, refs, true);
  return all.map(({ fields, refs }) => {
    const bound = structuredClone(fields);
    const problems: FieldProblem[] = [];
    for (const [pointer, id] of Object.entries(refs)) {
      const target = targets.get(`${referencedEntity(entity, pointer)} ${id}`);
      if (target) writeAt(bound, pointer, target.code);
      else problems.push({ pointer, rule: 'unknownReference' });
    }
    return { values: { fields: bound, refs }, problems };
  });
}

/** What values break of the rules against one another, and against what the database holds, for each. */
export async function findViolations(db: Database, entity: Entity, all: ValuesToCheck[]): Promise<FieldProblem[][]> {
  const checked = (await entity.check?.(db, all)) ?? [];
  return all.map(({ values }, at) => [...findBrokenRules(entity, values.fields), ...(checked[at] ?? [])]);
}

/** Throws 422 where values break a rule against one another, or against what the database holds. */
export async function assertValid(
  trx: Transaction,
  entity: Entity,
  values: Values,
  id: number | undefined,
): Promise<void> {
  const problems = (await findViolations(trx, entity, [{ values, id }])).flat();
  if (problems.length > 0) throw invalid(...problems);
}

/** Pointers of the fields that a record must hold to be approved and does not. */
export const missingToApprove = (entity: Entity, fields: Fields): string[] =>
  entity.requiredToApprove.filter((name) => fields[name] === null || fields[name] === '').map((name) => `/${name}`);

/** Throws 422 on the fields that a record must hold to be approved and does not. */
export function assertComplete(entity: Entity, fields: Fields): void {
  const missing = missingToApprove(entity, fields);
  if (missing.length > 0) throw invalid(...missing.map((pointer) => ({ pointer, rule: 'requiredToApprove' as const })));
}

type RuleTest = (value: unknown, others: unknown[]) => boolean;

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

const areBothPresent = (value: unknown, [other]: unknown[]) => !isEmpty(value) && !isEmpty(other);

/** When a value breaks the rule against others. But for the first two, a rule says nothing of what is empty. */
const ruleTests: Partial<Record<FieldRule['rule'], RuleTest>> = {
  together: (value, others) => isEmpty(value) && others.some((other) => !isEmpty(other)),
  oneNeeded: (value, others) => [value, ...others].every(isEmpty),
  different: (value, others) => areBothPresent(value, others) && value === others[0],
  notBefore: (value, others) => areBothPresent(value, others) && String(value) < String(others[0]),
  notBelow: (value, others) => areBothPresent(value, others) && compareDecimals(String(value), String(others[0])) < 0,
  notNullIsland: (value, others) => value === 0 && others[0] === 0,
  chinaOnly: (value, others) => areBothPresent(value, others) && others[0] !== 'CN',
};

/** What breaks the contract's `x-rules`, at the field to blame. */
export function findBrokenRules({ rules }: Entity, fields: Fields): FieldProblem[] {
  return rules
    .filter(({ rule, at, fields: names }) =>
      ruleTests[rule]?.(
        fields[at],
        names.map((name) => fields[name]),
      ),
    )
    .map(({ rule, at, other }) => ({ pointer: `/${at}`, rule, ...(other ? { parameters: { other } } : {}) }));
}
