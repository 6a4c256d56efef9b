import type { Entity, ResolvedValues, StoredRecord } from '#crud/model.ts';
import { changedPointers } from '#crud/pointers.ts';
import { fieldsOf } from '#crud/rows.ts';
import type { Rule, Schemas } from '#http/contract.ts';
import type { FieldProblem, Problem, TextParameters } from '#http/problem.ts';

/** A change of one record that waits for its release. */
export interface Item {
  /** The record to change; null for a new one. */
  recordId: number | null;
}

/** Whether values differ from a record, also where they refer to another record by the same code. */
export const differs = (entity: Entity, { record, refs }: StoredRecord, values: ResolvedValues): boolean =>
  changedPointers(fieldsOf(entity, record), values.fields).length > 0 ||
  Object.entries(values.refs).some(([pointer, id]) => refs[pointer] !== id);

/** Returns the fields at which values or the records that they refer to differ. */
export function differingPointers(before: ResolvedValues, after: ResolvedValues): string[] {
  const pointers = changedPointers(before.fields, after.fields);
  const repointed = [...Object.keys(before.refs), ...Object.keys(after.refs)].filter(
    (pointer) => before.refs[pointer] !== after.refs[pointer],
  );
  return [...new Set([...pointers, ...repointed.map((pointer) => `/${pointer.split('/')[1]}`)])];
}

/** Why an item is not released or not reverted. */
export interface ItemProblem {
  /** JSON pointer into the record; undefined if no single field causes the problem. */
  pointer: string | undefined;
  rule: Rule;
  parameters?: TextParameters;
}

/** What became of an item in a release or a revert. */
export type Outcome = Schemas['ImportRowOutcome'];

export interface ItemOutcome {
  outcome: Outcome;
  recordId?: number;
  /** The version that was written, of the record or of its proposal. */
  version?: number;
  problems?: ItemProblem[];
}

/** An item and its outcome. */
export interface ItemResult<I> extends ItemOutcome {
  item: I;
}

export const wholeItemProblem = (rule: Rule, parameters?: TextParameters): ItemProblem => ({
  pointer: undefined,
  rule,
  ...(parameters && { parameters }),
});

export const toItemProblem = ({ pointer, rule, parameters }: FieldProblem): ItemProblem => ({
  pointer,
  rule,
  ...(parameters && { parameters }),
});

/** The rules that are also keys of errors. */
const WHOLE_ITEM_RULES = ['duplicateCode', 'duplicateRecord', 'proposalOpen'] as const;

/** Converts the refusal of a write into problems of the item. */
export function toItemProblems({ key, details }: Problem): ItemProblem[] {
  const { fields = [], parameters } = details;
  if (fields.length > 0) return fields.map(toItemProblem);
  // any other refusal means that somebody has changed the record meanwhile
  const rule = WHOLE_ITEM_RULES.find((each) => each === key) ?? 'changedSince';
  return [wholeItemProblem(rule, parameters)];
}
