import { takesRange } from '../../contract/operations.ts';
import type { Parameter } from '../../contract/types.ts';
import type { Fields, MockRecord } from '../data.ts';
import type { Kind } from '../kinds.ts';
import { type FieldFault, invalid } from '../refusal.ts';
import { type Caller, valuesIn } from '../request.ts';
import { missingForApproval } from './checks.ts';
import { isEmpty } from './fields.ts';
import { namesOf } from './search.ts';
import type { RecordStore } from './store.ts';

type Test = (record: MockRecord) => boolean;
type Query = Record<string, string>;

const DAY_MS = 86_400_000;
const AGE_DAYS: Record<string, number> = { day: 1, week: 7, month: 30 };

/** Filters that are no fields, whose meaning the contract has in words only. */
const customFilters: Record<string, (value: string, query: Query) => Test> = {
  olderThan: (age) => {
    const before = Date.now() - (AGE_DAYS[age] ?? 1) * DAY_MS;
    return ({ quotedAt }) => Date.parse(String(quotedAt)) < before;
  },
  validity: (values, { today = new Date().toISOString().slice(0, 10) }) => {
    const soon = new Date(Date.parse(today) + 30 * DAY_MS).toISOString().slice(0, 10);
    const [starts, ends] = [
      ({ validFrom }: Fields) => String(validFrom ?? ''),
      ({ validTo }: Fields) => String(validTo ?? '9999-12-31'),
    ];
    const tests: Record<string, Test> = {
      upcoming: (record) => starts(record) > today,
      running: (record) => starts(record) <= today && ends(record) >= today,
      ending: (record) => starts(record) <= today && ends(record) >= today && ends(record) <= soon,
      expired: (record) => ends(record) < today,
    };
    const chosenTests = valuesIn(values).flatMap((value) => tests[value] ?? []);
    return (record) => chosenTests.some((test) => test(record));
  },
};

/** Returns a test for all conditions of a list but its status. @throws Refusal 422 for conditions that contradict themselves */
export function listConditions(
  store: RecordStore,
  kind: Kind,
  parameters: Parameter[],
  query: Query,
  caller: Caller,
): Test {
  const negated = valuesIn(query.not);
  assertConsistent(parameters, query, negated);
  const tests = parameters.flatMap((parameter): Test[] => {
    const { name } = parameter;
    const value = query[name];
    if (value === undefined || parameter.in !== 'query') return [];
    const test = commonTest(store, kind, name, value, caller) ?? customFilters[name]?.(value, query);
    const found = test ?? fieldTest(kind, parameter, value);
    return found ? [negated.includes(name) ? (record) => !found(record) : found] : [];
  });
  return (record) => tests.every((test) => test(record));
}

const NEGATED_VALUES = { 'zh-CN': '要排除的值', en: 'the values to leave out' };

function assertConsistent(parameters: Parameter[], query: Query, negated: string[]): void {
  const faults: FieldFault[] = [];
  if (negated.some((name) => query[name] === undefined))
    faults.push({ pointer: '/query/not', rule: 'together', parameters: { other: NEGATED_VALUES } });
  for (const parameter of parameters.filter(takesRange)) {
    const [from = '', to = ''] = query[parameter.name]?.split('..') ?? [];
    if (from && to && compare(from, to) > 0)
      faults.push({ pointer: `/query/${parameter.name}`, rule: 'reversedRange' });
  }
  if (faults.length > 0) throw invalid(...faults);
}

/** The conditions that every list has. */
function commonTest(store: RecordStore, kind: Kind, name: string, value: string, caller: Caller): Test | undefined {
  const isWanted = value === 'true';
  const { username } = caller.account;
  const tests: Record<string, Test> = {
    incomplete: (record) => missingForApproval(kind, record).length > 0 === isWanted,
    openProposal: ({ id }) => (store.openProposal(kind.tag, id) !== undefined) === isWanted,
    mine: ({ id, updatedBy }) =>
      (updatedBy === username || store.openProposal(kind.tag, id)?.by === username) === isWanted,
    updatedBy: ({ updatedBy }) => valuesIn(value).includes(updatedBy),
    updatedFrom: ({ updateTime }) => Date.parse(updateTime) >= Date.parse(value),
    updatedTo: ({ updateTime }) => Date.parse(updateTime) < Date.parse(value),
    empty: (record) => valuesIn(value).every((field) => isEmpty(record[field])),
    filled: (record) => valuesIn(value).every((field) => !isEmpty(record[field])),
  };
  return tests[name];
}

/** Returns the test of a filter by the values of a field; undefined for other parameters. */
function fieldTest(kind: Kind, parameter: Parameter, value: string): Test | undefined {
  const { name } = parameter;
  if (name === 'name') {
    const part = value.toLowerCase();
    return (record) => namesOf(record).some((text) => text.toLowerCase().includes(part));
  }
  if (!hasColumn(kind, name)) return undefined;
  const values = (record: MockRecord) => [columnValue(kind, record, name)].flat();
  if (takesRange(parameter)) {
    const [from = '', to = ''] = value.split('..');
    const isTime = value.includes('T');
    return (record) =>
      values(record).some(
        (each) =>
          !isEmpty(each) &&
          (from === '' || compare(String(each), from) >= 0) &&
          (to === '' || (isTime ? compare(String(each), to) < 0 : compare(String(each), to) <= 0)),
      );
  }
  const wanted = (parameter.schema.type === 'array' ? valuesIn(value) : [value]).map((each) => each.toLowerCase());
  return (record) => values(record).some((each) => each !== null && wanted.includes(codeOf(each).toLowerCase()));
}

/** Returns a value as text; of an entry with a reference its code. */
const codeOf = (value: unknown): string =>
  String(typeof value === 'object' && value !== null ? Object.values(value)[0] : value);

/** Compares numbers as numbers, times as times, and anything else as text. */
function compare(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => (text.includes('T') ? Date.parse(text) : Number(text)));
  if (left !== undefined && right !== undefined && Number.isFinite(left) && Number.isFinite(right)) return left - right;
  return a < b ? -1 : a > b ? 1 : 0;
}

function memberColumn({ fields }: Kind, name: string): [string, string] | undefined {
  const field = fields.find((candidate) => candidate.schema.type === 'object' && name.startsWith(candidate.name));
  const rest = field ? name.slice(field.name.length) : '';
  return field && rest ? [field.name, rest.charAt(0).toLowerCase() + rest.slice(1)] : undefined;
}

const hasColumn = (kind: Kind, name: string): boolean =>
  kind.fields.some((field) => field.name === name) || memberColumn(kind, name) !== undefined;

/** Returns the value of a column: `verificationState` is the `state` of `verification`. */
export function columnValue(kind: Kind, record: MockRecord, name: string): unknown {
  if (name in record) return record[name];
  const [field = '', member = ''] = memberColumn(kind, name) ?? [];
  return (record[field] as Fields | undefined)?.[member] ?? null; // Cast: columns of members are those of objects.
}
