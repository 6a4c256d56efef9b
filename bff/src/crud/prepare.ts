import { expectSingle, mapYielding } from '#batch';
import type { Database, Transaction } from '#database';
import type { FieldRule } from '#http/contract.ts';
import { type FieldProblem, invalid, type Problem } from '#http/problem.ts';
import { compareDecimals } from './decimal.ts';
import { normalise } from './fields.ts';
import type { Entity, Field, FieldValues, Refs, ResolvedValues, ValuesToCheck, WriteContext } from './model.ts';
import { writeAt } from './pointers.ts';
import {
  type CodeReference,
  collectReferences,
  readIdsByCode,
  readReferencedRecords,
  referencedEntityKey,
} from './references/reference-paths.ts';

/** A body to write, with its context. */
interface RecordDraft {
  body: FieldValues;
  writing: WriteContext;
}

/** Values to write, and the problems of their references. */
export interface PreparedValues {
  values: ResolvedValues;
  problems: FieldProblem[];
}

/**
 * Prepares a body for writing: normalises values, fills in missing ones, derives values from others, and resolves references.
 * @throws Problem 422 for unknown references, and for lists that contain a record twice
 */
export async function prepareValues(
  trx: Transaction,
  entity: Entity,
  body: FieldValues,
  writing: WriteContext,
): Promise<ResolvedValues> {
  const { values, problems } = expectSingle(await prepareManyValues(trx, entity, [{ body, writing }]));
  if (problems.length > 0) throw invalid(...problems);
  return values;
}

/** Prepares many bodies like `prepareValues`, with as few statements as for one. Problems are returned instead of thrown. */
export async function prepareManyValues(
  db: Database,
  entity: Entity,
  drafts: RecordDraft[],
  readIds = readIdsByCode,
): Promise<PreparedValues[]> {
  const allFields = await mapYielding(drafts, ({ body, writing }) => normaliseFields(entity, body, writing));
  const pathsByRecord = await mapYielding(allFields, (fields) => collectReferences(entity, fields));
  const ids = await readIds(db, pathsByRecord.flat());
  return allFields.map((fields, at) => resolveReferences(fields, pathsByRecord[at] ?? [], ids));
}

/** Normalises the fields of a body, fills in missing ones, and derives values from others. */
export function normaliseFields(entity: Entity, body: FieldValues, writing: WriteContext): FieldValues {
  const fields: FieldValues = {};
  for (const field of entity.fields) fields[field.name] = normaliseField(field, body[field.name]);
  return entity.derive?.(fields, writing) ?? fields;
}

function normaliseField(field: Field, value: unknown): unknown {
  const { referenceList } = field;
  const normalised = normalise(field, value);
  if (!referenceList) return normalised;
  const { codeMember, extraFields } = referenceList;
  // the cast: the contract requires a list here
  return (normalised as (string | FieldValues)[]).map((entry) => {
    if (typeof entry === 'string') return entry.toUpperCase();
    const extraValues = extraFields.map((extraField) => [
      extraField.name,
      normalise(extraField, entry[extraField.name]),
    ]);
    return {
      ...(codeMember ? { [codeMember]: String(entry[codeMember]).toUpperCase() } : {}),
      ...Object.fromEntries(extraValues),
    };
  });
}

/** Finds the ids of a record's references; a code without a record is a problem. */
function resolveReferences(fields: FieldValues, paths: CodeReference[], ids: Map<string, number>): PreparedValues {
  const refs: Refs = {};
  const unknown: FieldProblem[] = [];
  for (const { pointer, entityKey, code } of paths) {
    const id = ids.get(`${entityKey} ${code}`);
    if (id !== undefined) refs[pointer] = id;
    else unknown.push({ pointer, rule: 'unknownReference' });
  }
  return { values: { fields, refs }, problems: [...findRepeatedEntries(paths, refs), ...unknown] };
}

/** Finds lists that contain a record twice, which the contract cannot detect: codes may differ in case, or be an old and a new one. */
function findRepeatedEntries(paths: CodeReference[], refs: Refs): FieldProblem[] {
  const seen = new Set<string>();
  const lists = new Set<string>();
  for (const { pointer, code } of paths) {
    const list = pointer.split('/', 2).join('/');
    const entry = `${list} ${refs[pointer] ?? code}`;
    if (seen.has(entry)) lists.add(list);
    seen.add(entry);
  }
  return [...lists].map((pointer) => ({ pointer, rule: 'uniqueItems' }));
}

/** Replaces codes in stored values by the current codes of their ids. @throws Problem 422 if a referenced record no longer exists */
export async function refreshReferenceCodes(
  trx: Transaction,
  entity: Entity,
  stored: ResolvedValues,
): Promise<ResolvedValues> {
  const { values, problems } = expectSingle(await refreshManyCodes(trx, entity, [stored]));
  if (problems.length > 0) throw invalid(...problems);
  return values;
}

/** Refreshes the codes of many values like `refreshReferenceCodes`; missing records are returned as problems. */
export async function refreshManyCodes(
  trx: Transaction,
  entity: Entity,
  records: ResolvedValues[],
): Promise<PreparedValues[]> {
  const refs = records.map(({ refs }) => refs);
  const referencedRecords = await readReferencedRecords(trx, entity, refs, { lock: true });
  return records.map(({ fields, refs }) => {
    const refreshed = structuredClone(fields);
    const problems: FieldProblem[] = [];
    for (const [pointer, id] of Object.entries(refs)) {
      const referenced = referencedRecords.get(`${referencedEntityKey(entity, pointer)} ${id}`);
      if (referenced) writeAt(refreshed, pointer, referenced.code);
      else problems.push({ pointer, rule: 'unknownReference' });
    }
    return { values: { fields: refreshed, refs }, problems };
  });
}

/** Returns for each of these values the violated rules, both between fields and against other records. */
export async function findViolations(
  db: Database,
  entity: Entity,
  valuesToCheck: ValuesToCheck[],
): Promise<FieldProblem[][]> {
  const checked = (await entity.check?.(db, valuesToCheck)) ?? [];
  return valuesToCheck.map(({ values }, at) => [...findBrokenRules(entity, values.fields), ...(checked[at] ?? [])]);
}

/** @throws Problem 422 if values violate a rule between fields or against other records */
export async function assertValid(
  trx: Transaction,
  entity: Entity,
  values: ResolvedValues,
  id: number | undefined,
): Promise<void> {
  const problems = (await findViolations(trx, entity, [{ values, id }])).flat();
  if (problems.length > 0) throw invalid(...problems);
}

/** Returns the pointers of missing fields that approval requires. */
export const findMissingForApproval = (entity: Entity, fields: FieldValues): string[] =>
  entity.requiredToApprove.filter((name) => isEmpty(fields[name])).map((name) => `/${name}`);

/** Returns Problem 422 for missing fields that approval requires; undefined if there are none. */
export function findIncompleteness(entity: Entity, fields: FieldValues): Problem | undefined {
  const missing = findMissingForApproval(entity, fields);
  if (missing.length === 0) return undefined;
  return invalid(...missing.map((pointer) => ({ pointer, rule: 'requiredToApprove' as const })));
}

/** @throws Problem 422 for missing fields that approval requires */
export function assertComplete(entity: Entity, fields: FieldValues): void {
  const problem = findIncompleteness(entity, fields);
  if (problem) throw problem;
}

type RuleTest = (value: unknown, others: unknown[]) => boolean;

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

const areBothFilled = (value: unknown, [other]: unknown[]) => !isEmpty(value) && !isEmpty(other);

/** Tests whether a value violates a rule. Except for the first two, rules ignore empty values. */
const RULE_TESTS: Partial<Record<FieldRule['rule'], RuleTest>> = {
  together: (value, others) => isEmpty(value) && others.some((other) => !isEmpty(other)),
  oneNeeded: (value, others) => [value, ...others].every(isEmpty),
  different: (value, others) => areBothFilled(value, others) && value === others[0],
  notBefore: (value, others) => areBothFilled(value, others) && String(value) < String(others[0]),
  notBelow: (value, others) => areBothFilled(value, others) && compareDecimals(String(value), String(others[0])) < 0,
  notNullIsland: (value, others) => value === 0 && others[0] === 0,
  chinaOnly: (value, others) => areBothFilled(value, others) && others[0] !== 'CN',
};

/** Returns the violations of the contract's `x-rules`, each at the field that causes it. */
export function findBrokenRules({ rules }: Entity, fields: FieldValues): FieldProblem[] {
  return rules
    .filter(({ rule, at, fields: names }) =>
      RULE_TESTS[rule]?.(
        fields[at],
        names.map((name) => fields[name]),
      ),
    )
    .map(({ rule, at, other }) => ({ pointer: `/${at}`, rule, ...(other ? { parameters: { other } } : {}) }));
}
