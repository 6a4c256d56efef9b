import { resolve } from '../../contract/contract.ts';
import { takesRange } from '../../contract/operations.ts';
import type { Contract, Parameter } from '../../contract/types.ts';
import type { RecordBatch } from '../records/record-batches.ts';
import type { TestedEntity } from '../records/tested-entity.ts';
import type { RecordData } from '../requests/response-data.ts';
import { columnPath, valuesAt } from './column-values.ts';

/** List parameters, and which records of a batch they find. */
export interface Condition {
  query: Record<string, string>;
  matches(record: RecordData): boolean;
  /** Records that the search leaves out, whether its filter is negated or not. */
  excludes?(record: RecordData): boolean;
}

interface Scope {
  entity: TestedEntity;
  contract: Contract;
  batch: RecordBatch;
  /** The user name of the caller. */
  caller: string;
}

/** Parameters that do not filter, or whose meaning other cases test. */
const otherParameters = ['page', 'pageSize', 'q', 'sort', 'view', 'today', 'olderThan', 'format', 'ids', 'asOf'];

export function filterParameters({ operations }: TestedEntity): Parameter[] {
  return operations.list.parameters.filter(
    ({ name, in: place }) => place === 'query' && !otherParameters.includes(name),
  );
}

/** Returns searches with one parameter, together with the number of records of the batch that each has to find. */
export function conditionsFor(scope: Scope, parameter: Parameter): Condition[] {
  const common = commonConditions[parameter.name]?.(scope);
  if (common) return common;
  if (parameter.name === 'validity') return validityConditions;
  const path = columnPath(scope.entity, parameter.name);
  if (!path) throw new Error(`no condition tries the parameter ${parameter.name}; add one to suite/values`);
  if (takesRange(parameter)) return rangeConditions(scope, parameter.name, path);
  if (parameter.name === 'name') return nameConditions(scope);
  return valueConditions(scope, parameter, path);
}

const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);
const distinct = (values: unknown[]) => [...new Set(values.filter((value) => value !== null && value !== undefined))];

const commonConditions: Record<string, (scope: Scope) => Condition[]> = {
  status: () =>
    [['pending'], ['active', 'rejected'], ['approved', 'inactive', 'pending']].map((statuses) => ({
      query: { status: statuses.join() },
      matches: ({ status }) => statuses.includes(status),
    })),
  incomplete: ({ entity }) =>
    booleans('incomplete', (record) => entity.requiredToApprove.some((name) => isEmpty(record[name]))),
  openProposal: ({ batch }) =>
    booleans('openProposal', ({ id }) => id === batch.records[0]?.id && batch.proposal !== undefined),
  mine: ({ batch, caller }) =>
    booleans('mine', ({ id, updatedBy }) => {
      const proposer = id === batch.records[0]?.id ? batch.proposal?.by : undefined;
      return updatedBy === caller || proposer === caller;
    }),
  updatedBy: ({ batch }) => {
    const people = distinct(batch.records.map(({ updatedBy }) => updatedBy)).map(String);
    return [...people.map((name) => [name]), people.slice(0, 2)].map((names) => ({
      query: { updatedBy: names.join() },
      matches: ({ updatedBy }) => names.includes(updatedBy),
    }));
  },
  updatedFrom: ({ batch }) => [
    { query: { updatedFrom: middleTime(batch) }, matches: ({ updateTime }) => String(updateTime) >= middleTime(batch) },
  ],
  updatedTo: ({ batch }) => [
    { query: { updatedTo: middleTime(batch) }, matches: ({ updateTime }) => String(updateTime) < middleTime(batch) },
  ],
  not: (scope) => [...namesIn(scope, 'not').flatMap((name) => negations(scope, name)), ...severalNegations(scope)],
  empty: (scope) => emptiness(scope, 'empty'),
  filled: (scope) => emptiness(scope, 'filled'),
};

function booleans(name: string, isTrue: (record: RecordData) => boolean): Condition[] {
  return [
    { query: { [name]: 'true' }, matches: isTrue },
    { query: { [name]: 'false' }, matches: (record) => !isTrue(record) },
  ];
}

function middleTime({ records }: RecordBatch): string {
  return records.map(({ updateTime }) => String(updateTime)).toSorted()[5] ?? '';
}

function namesIn({ entity }: Scope, parameter: string): string[] {
  return entity.operations.list.parameters.find(({ name }) => name === parameter)?.schema.items?.enum ?? [];
}

function negations(scope: Scope, name: string): Condition[] {
  const parameter = scope.entity.operations.list.parameters.find((candidate) => candidate.name === name);
  if (!parameter) return [];
  // records without any value are found too
  return conditionsFor(scope, parameter)
    .slice(0, 3)
    .map(({ query, matches, excludes = () => false }) => ({
      query: { ...query, not: name },
      matches: (record) => !matches(record) && !excludes(record),
    }));
}

/** Negates two filters in both orders, and one beside another that is not negated. */
function severalNegations(scope: Scope): Condition[] {
  const { parameters } = scope.entity.operations.list;
  const [status] = commonConditions.status?.(scope) ?? [];
  const [name, condition] = namesIn(scope, 'not')
    .filter((filter) => !['status', 'updatedBy', 'validity'].includes(filter))
    .map((filter) => {
      const parameter = parameters.find((candidate) => candidate.name === filter);
      return [filter, parameter && conditionsFor(scope, parameter)[0]] as const;
    })
    .findLast(([, found]) => found !== undefined) ?? ['', undefined];
  if (!status || !condition) return [];
  const query = { ...status.query, ...condition.query };
  const neither = (record: RecordData) => !status.matches(record) && !condition.matches(record);
  return [
    { query: { ...query, not: `status,${name}` }, matches: neither },
    { query: { ...query, not: `${name},status` }, matches: neither },
    { query: { ...query, not: name }, matches: (record) => status.matches(record) && !condition.matches(record) },
    { query: { ...query, not: 'status' }, matches: (record) => !status.matches(record) && condition.matches(record) },
  ];
}

function emptiness(scope: Scope, condition: 'empty' | 'filled'): Condition[] {
  const names = namesIn(scope, condition);
  // of two fields, some record has a value in one only, so that “all of them” is not “any of them”
  const differing = names.flatMap((name, index) =>
    names
      .slice(index + 1)
      .filter((other) => scope.batch.records.some((record) => isEmpty(record[name]) !== isEmpty(record[other])))
      .map((other) => [other, name]),
  );
  const groups = [...names.map((name) => [name]), ...differing.slice(0, 2), ...differing.slice(-2), names];
  return groups.map((group) => ({
    query: { [condition]: [...new Set(group)].join() },
    matches: (record) => group.every((name) => isEmpty(record[name]) === (condition === 'empty')),
  }));
}

function nameConditions({ batch }: Scope): Condition[] {
  return ['F', 'K'].map((letter) => ({
    query: { name: `${batch.token} ${letter}` },
    matches: ({ name = '' }) => name.startsWith(`${batch.token} ${letter}`),
  }));
}

function valueConditions({ contract, batch }: Scope, { name, schema }: Parameter, path: string[]): Condition[] {
  const values = distinct(batch.records.flatMap((record) => valuesAt(record, path))).map(String);
  const takesSeveral = resolve(contract, schema).type === 'array';
  const groups = [...values.slice(0, 3).map((value) => [value]), ...(takesSeveral ? [values.slice(0, 4)] : [])];
  return groups
    .filter((group) => group.length > 0)
    .map((group) => ({
      query: { [name]: group.join() },
      matches: (record) => valuesAt(record, path).some((value) => group.includes(String(value))),
    }));
}

function rangeConditions({ batch }: Scope, name: string, path: string[]): Condition[] {
  const read = (record: RecordData) => valuesAt(record, path)[0];
  const values = distinct(batch.records.map(read));
  const isText = values.some((value) => Number.isNaN(Number(value)));
  const order = (value: unknown) => (isText ? Date.parse(String(value)) : Number(value));
  const sorted = values.toSorted((a, b) => order(a) - order(b));
  const [low, high] = [sorted[0], sorted.at(-1)];
  const isInstant = String(low).includes('T');
  const from = (value: unknown, limit: unknown) => !isEmpty(value) && order(value) >= order(limit);
  // the end of a range of times is not in it
  const to = (value: unknown, limit: unknown) =>
    !isEmpty(value) && (isInstant ? order(value) < order(limit) : order(value) <= order(limit));
  return [
    { query: { [name]: `${high}..` }, matches: (record) => from(read(record), high) },
    { query: { [name]: `..${low}` }, matches: (record) => to(read(record), low) },
    { query: { [name]: `${low}..${high}` }, matches: (record) => from(read(record), low) && to(read(record), high) },
  ];
}

/** What the agreements of 2026, and those from 2025 to 2031, are on a day. Those without dates are left out. */
const validityConditions: Condition[] = [
  ['running', '2028-01-01', '2031'],
  ['expired', '2028-01-01', '2026'],
  ['upcoming', '2025-06-01', '2026'],
  ['ending', '2031-12-10', '2031'],
].map(([validity = '', today = '', year = '']) => ({
  query: { validity, today, filled: 'validFrom,validTo' },
  matches: ({ validFrom, validTo }) => validFrom !== null && String(validTo).startsWith(year),
  excludes: ({ validFrom, validTo }) => validFrom === null || validTo === null,
}));
