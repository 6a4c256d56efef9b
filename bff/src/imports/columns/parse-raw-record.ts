import { type ColumnTarget, targetOf } from '#columns/targets.ts';
import type { Entity, FieldValues } from '#crud/model.ts';
import { fieldsOf } from '#crud/rows.ts';
import { contract, type Rule, type Schemas, unescapeKey } from '#http/contract.ts';
import { unescapeFormula } from '#http/csv.ts';
import type { TextParameters } from '#http/problem.ts';
import { type FileLine, type RawRecord, UNDECODABLE } from '../file-model.ts';
import { type ReadResult, readText } from './read-text.ts';

type Status = Schemas['Status'];

/** The target of a column with statuses. No entity has a field of that name, and a column fills it only if a person maps it. */
export const STATUS_TARGET = 'status';

/** The status target in the form of the contract. */
export const statusTarget: Schemas['ImportTarget'] = {
  key: STATUS_TARGET,
  pointer: '/status',
  language: null,
  isKey: false,
  required: false,
  refers: false,
};

const STATUSES: Status[] = contract.components.schemas.Status.enum;

/** Returns the index of the column with statuses; undefined if no column is mapped to them. */
export function statusColumn(options: Pick<Schemas['ImportOptions'], 'targets'> | null): number | undefined {
  const column = options?.targets.indexOf(STATUS_TARGET) ?? -1;
  return column < 0 ? undefined : column;
}

/** Parses a status in upper or lower case; returns null for an empty cell and undefined for an unknown status. */
export function readStatus(cell: string): Status | null | undefined {
  const text = cell.trim().toLowerCase();
  return text === '' ? null : STATUSES.find((status) => status === text);
}

/** The problem of a cell with an unknown status. */
const invalidStatus = (cell: string, column: number | undefined): CellProblem => ({
  column,
  pointer: statusTarget.pointer,
  rule: 'enum',
  parameters: { value: cell, expected: STATUSES.join(', ') },
});

/**
 * Returns a function that creates the raw record of a line by a mapping of columns. It removes the escapes that exports add to formulas in
 * CSV. If several columns have the same target, the first one with a value wins.
 */
export function createMappedRawRecord({
  format,
  targets,
}: Pick<Schemas['ImportOptions'], 'format' | 'targets'>): (line: FileLine) => RawRecord {
  const textOf = format === 'csv' ? unescapeFormula : (cell: string) => cell;
  return ({ cells }) => {
    const rawRecord: RawRecord = { values: {}, sourceColumns: {} };
    for (const [index, key] of targets.entries()) {
      if (key === null || rawRecord.values[key]) continue;
      rawRecord.values[key] = textOf(cells[index] ?? '');
      rawRecord.sourceColumns[key] = [index];
    }
    return rawRecord;
  };
}

/** A problem in a line of a file. */
export interface CellProblem {
  /** The column's index; undefined if no single cell causes the problem. */
  column: number | undefined;
  /** JSON pointer into the record. */
  pointer: string | undefined;
  rule: Rule;
  parameters?: TextParameters;
}

/** The parsed values of a raw record. */
export interface ParsedRecord {
  /** Whole fields by name; null clears a field. */
  body: FieldValues;
  /** Parts of fields by JSON pointer, such as `/locales/en/name`; null clears a part. */
  parts: Record<string, unknown>;
  /** The status that the file sets. */
  status?: Schemas['Status'];
  problems: CellProblem[];
}

/** Parses a raw record's texts into values of the contract. Texts that cannot be parsed are reported in `problems` and left out. */
export function parseRawRecord(entity: Entity, { values, sourceColumns, cellTypes }: RawRecord): ParsedRecord {
  const parsed: ParsedRecord = { body: {}, parts: {}, problems: [] };
  for (const [key, text] of Object.entries(values)) {
    if (key === STATUS_TARGET) {
      const status = readStatus(text);
      if (status === undefined) parsed.problems.push(invalidStatus(text, sourceColumns[key]?.[0]));
      else if (status !== null) parsed.status = status;
      continue;
    }
    const target = targetOf(entity, key);
    if (!target) throw new Error(`No column fills “${key}” of ${entity.key}.`);
    const { pointer, isPart } = target;
    const result: ReadResult = text.includes(UNDECODABLE)
      ? { rule: 'undecodable' }
      : readText(target, text, cellTypes?.[key]);
    if ('rule' in result)
      parsed.problems.push({
        column: sourceColumns[key]?.[0],
        pointer,
        rule: result.rule,
        parameters: { value: text },
      });
    else if (isPart) parsed.parts[pointer] = result.value;
    else parsed.body[key] = result.value;
  }
  return parsed;
}

/** Merges a file's values into the fields of a record; fields that the file lacks keep their values. */
export function mergeParsedRecord(
  entity: Entity,
  current: FieldValues | undefined,
  { body, parts }: Pick<ParsedRecord, 'body' | 'parts'>,
): FieldValues {
  const fields: FieldValues = current ? fieldsOf(entity, current) : {};
  for (const [name, value] of Object.entries(body))
    if (!differsOnlyInLineEnds(fields[name], value)) fields[name] = value;
  const changes = Object.entries(parts).map(([pointer, value]) => ({ path: pathOf(pointer), value }));
  const names = new Set(changes.map(({ path: [name = ''] }) => name));
  for (const name of names) fields[name] = isObject(fields[name]) ? structuredClone(fields[name]) : {};
  for (const { path, value } of changes) setValue(fields, path, value);
  for (const name of names) if (isEmpty(fields[name])) delete fields[name];
  return fields;
}

/** The reader of a CSV file normalises line ends, so a difference in them is no change of the text. */
const differsOnlyInLineEnds = (before: unknown, value: unknown) =>
  typeof before === 'string' && before.includes('\r') && before.replaceAll(/\r\n?/g, '\n') === value;

const pathOf = (pointer: string) => pointer.slice(1).split('/').map(unescapeKey);

const isObject = (value: unknown): value is FieldValues => typeof value === 'object' && value !== null;
const isEmpty = (value: unknown) => value === null || (isObject(value) && Object.keys(value).length === 0);

/** Sets a value, or removes it along with the containers that become empty. */
function setValue(container: FieldValues, [key = '', ...innerPath]: string[], value: unknown): void {
  const before = container[key];
  if (innerPath.length === 0) {
    if (differsOnlyInLineEnds(before, value)) return;
    if (value !== null) container[key] = value;
    // an empty list stays one
    else if (!isEmpty(before)) delete container[key];
    return;
  }
  const inner = isObject(before) ? before : {};
  setValue(inner, innerPath, value);
  if (Object.values(inner).every(isEmpty)) delete container[key];
  else container[key] = inner;
}

const isSameOrAncestor = (ancestor: string, pointer: string) =>
  pointer === ancestor || pointer.startsWith(`${ancestor}/`);

/** A cell and the target that it fills. */
interface CellSource {
  target: ColumnTarget | undefined;
  pointer: string;
  column: number | undefined;
  text: string | undefined;
}

/** Lists the cells of a raw record, those with the deepest targets first. */
function cellSourcesOf(entity: Entity, { sourceColumns, values }: RawRecord): CellSource[] {
  return Object.entries(sourceColumns)
    .map(([key, [column]]): CellSource => {
      const target = targetOf(entity, key);
      return { target, pointer: target?.pointer ?? '', column, text: values[key] };
    })
    .sort((a, b) => b.pointer.length - a.pointer.length);
}

/** Sets the column of problems that only have a pointer: the one with that target, with a target ancestor it, or with one below it. */
export function assignProblemColumns(
  entity: Entity,
  { rawRecord, problems }: { rawRecord: RawRecord; problems: CellProblem[] },
): void {
  const unlocated = problems.filter(({ column, pointer }) => column === undefined && pointer !== undefined);
  if (unlocated.length === 0) return;
  const sources = cellSourcesOf(entity, rawRecord);
  for (const problem of unlocated) {
    const { pointer = '' } = problem;
    const source =
      sources.find((each) => each.pointer !== '' && isSameOrAncestor(each.pointer, pointer)) ??
      sources.find((each) => isSameOrAncestor(pointer, each.pointer));
    problem.column = source?.column;
    if (source?.pointer === pointer) addParameters(problem, source);
  }
}

/** Rules whose messages include the value at fault. */
const VALUE_RULES = new Set<Rule>([
  ...(['enum', 'pattern', 'format', 'minimum', 'maximum', 'minLength', 'maxLength', 'type'] as const),
  ...(['taken', 'unknownTimeZone', 'notIso3166', 'uicPrefix', 'otherCountry', 'chinaOnly'] as const),
]);

/** Longer lists of allowed values are left out of messages. */
const MAX_EXPECTED_LENGTH = 90;

/** Adds the value and the allowed ones to a problem's parameters. */
function addParameters(problem: CellProblem, { target, text }: CellSource): void {
  if (!VALUE_RULES.has(problem.rule)) return;
  const expected = target?.schema.enum?.join(', ') ?? '';
  if (problem.rule === 'format' && target?.cellFormat === 'date') problem.rule = 'notDate';
  problem.parameters = {
    ...(text ? { value: text } : {}),
    ...(problem.rule === 'enum' && expected !== '' && expected.length <= MAX_EXPECTED_LENGTH ? { expected } : {}),
    ...problem.parameters,
  };
}
