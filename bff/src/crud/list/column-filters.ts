import type { Knex } from 'knex';
import { columnOf, fieldOf } from '#crud/entity.ts';
import { toColumn } from '#crud/fields.ts';
import type { Entity, Field, ListConditions, ReferenceList, RowFilter } from '#crud/model.ts';
import type { Database, Value } from '#database';
import { contract, type Schemas } from '#http/contract.ts';
import { type FieldProblem, invalid } from '#http/problem.ts';
import { isStorableTimestamp } from '#http/validators.ts';
import { lacksFieldSql } from './completeness.ts';

type Status = Schemas['Status'];

// the cast: the same enum as in the type
export const STATUSES = (contract.components.schemas.Status?.enum ?? []) as Status[];

/** Returns the values of a filter; empty texts are no values. */
export const valuesOf = (value: unknown): unknown[] =>
  [value].flat().filter((each) => each !== undefined && each !== '');

/** The conditions of a list that name fields. */
interface FieldConditions {
  /** The negated filters. */
  not?: string[];
  empty?: string[];
  filled?: string[];
}

/** Whether the conditions negate a filter. */
export const isNegated = (conditions: ListConditions, name: string): boolean =>
  // the cast: the contract allows no other values
  (conditions as FieldConditions).not?.includes(name) ?? false;

/** Splits conditions into the statuses that they find, undefined for all, and the others. */
export function splitOffStatuses<Q extends ListConditions>(query: Q): { statuses?: Status[]; conditions: Q } {
  const { status, not, ...others } = query as Q & FieldConditions & { status?: unknown };
  const chosen = valuesOf(status);
  const negated = not?.filter((name) => name !== 'status');
  // the cast: only `status` and what negates it are missing
  const conditions = { ...others, ...(negated?.length ? { not: negated } : {}) } as unknown as Q;
  if (chosen.length === 0) return { conditions };
  return { statuses: STATUSES.filter((each) => chosen.includes(each) !== isNegated(query, 'status')), conditions };
}

/** Filters a query to records with any of these statuses. */
export const filterByStatus = (rows: Knex.QueryBuilder, statuses: Status[]): Knex.QueryBuilder =>
  statuses.length === 1 ? rows.where({ status: statuses[0] }) : rows.whereIn('status', statuses);

/** Refuses conditions that no schema can describe. @throws Problem `validationError` */
export function assertConditionsValid(entity: Entity, conditions: ListConditions): void {
  // the cast: the contract allows no other values
  const { not = [] } = conditions as FieldConditions;
  const withoutValue = not.filter((name) => valuesOf(conditions[name]).length === 0);
  const problems: FieldProblem[] = entity.filters.flatMap((name) => {
    const field = rangeField(entity, name);
    const rule = field && typeof conditions[name] === 'string' && findRangeFault(field, conditions[name]);
    return rule ? [{ pointer: `/query/${name}`, rule }] : [];
  });
  if (withoutValue.length > 0)
    problems.push({ pointer: '/query/not', rule: 'together', parameters: { other: withoutValue.join(', ') } });
  if (problems.length > 0) throw invalid(...problems);
}

const RANGE_KINDS = new Set(['number', 'decimal', 'date', 'time']);

/** Returns the field of a filter that takes a range, such as `7..8`. */
function rangeField(entity: Entity, name: string): Field | undefined {
  const field = fieldOf(entity, name);
  return field && RANGE_KINDS.has(field.kind) ? field : undefined;
}

/** Whether the conditions leave a single value of a field, by which nothing needs to be sorted. */
export function leaveOneValue(entity: Entity, conditions: ListConditions, name: string): boolean {
  const isExact = name !== 'name' && !rangeField(entity, name) && !fieldOf(entity, name)?.referenceList;
  return (
    isExact && entity.filters.includes(name) && valuesOf(conditions[name]).length === 1 && !isNegated(conditions, name)
  );
}

/** Returns the ends of a range as texts; undefined if it is open on that side. */
function endsOf(range: string): { from: string | undefined; to: string | undefined } {
  const [from, to] = range.split('..').map((end) => (end === '' ? undefined : end));
  return { from, to };
}

/** Returns the rule that a range breaks, whose form the contract has validated. */
function findRangeFault({ kind }: Field, range: string): 'format' | 'reversedRange' | undefined {
  const { from, to } = endsOf(range);
  const ends = [from, to].filter((end) => end !== undefined);
  const toTime = (end: string) => (kind === 'date' ? `${end}T00:00:00Z` : end);
  const hasTimes = kind === 'date' || kind === 'time';
  if (hasTimes && !ends.every((end) => isStorableTimestamp(toTime(end)))) return 'format';
  const toNumber = (end: string) => (hasTimes ? Date.parse(toTime(end)) : Number(end));
  return from !== undefined && to !== undefined && toNumber(from) > toNumber(to) ? 'reversedRange' : undefined;
}

function filterByRange(db: Database, rows: Knex.QueryBuilder, field: Field, range: string): void {
  const { from, to } = endsOf(range);
  // as a plain text it would be compared with a decimal as a floating-point number
  const toValue = (end: string): Value | Knex.Raw =>
    field.kind === 'decimal'
      ? db.raw('CAST(? AS DECIMAL(30, 10))', [end])
      : // the cast: numbers, days and times have plain values
        (toColumn(field, field.kind === 'number' ? Number(end) : end) as Value);
  if (from !== undefined) rows.whereRaw('?? >= ?', [field.column, toValue(from)]);
  // the end of a range of times is excluded, like that of the last change
  if (to !== undefined) rows.whereRaw(field.kind === 'time' ? '?? < ?' : '?? <= ?', [field.column, toValue(to)]);
}

/** Returns the filters for all conditions about columns except for the name. */
export async function createColumnFilters(
  db: Database,
  entity: Entity,
  conditions: ListConditions,
): Promise<RowFilter[]> {
  // the cast: the contract allows no other values
  const { empty = [], filled = [] } = conditions as FieldConditions;
  const filters = [
    ...empty.map((name) => filterByEmptiness(entity, name, true)),
    ...filled.map((name) => filterByEmptiness(entity, name, false)),
  ];
  for (const name of entity.filters) {
    const values = valuesOf(conditions[name]);
    if (name !== 'name' && values.length > 0)
      filters.push(await createColumnFilter(db, entity, name, values, isNegated(conditions, name)));
  }
  return filters;
}

async function createColumnFilter(
  db: Database,
  entity: Entity,
  name: string,
  values: unknown[],
  negated: boolean,
): Promise<RowFilter> {
  const field = fieldOf(entity, name);
  if (rangeField(entity, name) && field) return (rows) => filterByRange(db, rows, field, String(values[0]));
  const isCode = field?.isUpperCase || field?.referenceList !== undefined;
  const texts = values.map((value) => (isCode ? String(value).toUpperCase() : value));
  if (field?.referenceList) {
    const ids = idsOfListContaining(db, field.referenceList, texts.map(String));
    return (rows) => rows[negated ? 'whereNotIn' : 'whereIn']('id', ids);
  }
  const column = columnOf(entity, name);
  if (field?.reference) {
    const { reference } = field;
    const ids = () => db(reference).whereIn('code', texts.map(String));
    if (texts.length === 1 && !negated) return (rows) => rows.where(column, ids().select('id'));
    // read first, so that the planner knows how many records there are
    return filterByValues(column, await ids().pluck('id'), negated);
  }
  return filterByValues(
    column,
    texts.map((text) => (field ? toColumn(field, text) : text)),
    negated,
  );
}

const filterByValues =
  (column: string, values: unknown[], negated: boolean): RowFilter =>
  (rows) => {
    // the casts: the contract allows texts, numbers and booleans only
    if (negated) rows.where((any) => any.whereNotIn(column, values as string[]).orWhereNull(column));
    else if (values.length === 1) rows.where(column, values[0] as string);
    else rows.whereIn(column, values as string[]);
  };

/** Returns the filter for the records that have no value, or one, in a field. */
function filterByEmptiness(entity: Entity, name: string, empty: boolean): RowFilter {
  const field = fieldOf(entity, name);
  if (!field) return () => undefined;
  const sql = lacksFieldSql(field, entity.table);
  return (rows) => rows.whereRaw(empty ? sql : `NOT ${sql}`);
}

/** Queries the ids of records whose list contains any of these codes. */
const idsOfListContaining = (db: Database, { table, reference, codeColumn }: ReferenceList, codes: string[]) =>
  codeColumn
    ? db(table).whereIn(codeColumn, codes).select('record_id')
    : db(table).whereIn('target_id', db(reference).whereIn('code', codes).select('id')).select('record_id');
