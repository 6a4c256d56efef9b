import { type Target, targetOf } from '#columns/targets.ts';
import type { Entity, Fields } from '#crud/model.ts';
import { fieldsOf } from '#crud/rows.ts';
import { contract, type Rule, type Schemas, unescapeKey } from '#http/contract.ts';
import { unescapeFormula } from '#http/csv.ts';
import type { TextParameters } from '#http/problem.ts';
import { type Draft, type Line, UNDECODABLE } from '../file-model.ts';
import { type ReadResult, readText } from './read-text.ts';

type Status = Schemas['Status'];

/** The target of a column that holds statuses. No field of a kind is called so, and no column fills it unless it was asked for. */
export const STATUS_TARGET = 'status';

/** As the contract tells of targets. */
export const statusTarget: Schemas['ImportTarget'] = {
  key: STATUS_TARGET,
  pointer: '/status',
  language: null,
  isKey: false,
  required: false,
  refers: false,
};

const STATUSES: Status[] = contract.components.schemas.Status.enum;

/** Which column of the file holds statuses, from 0; undefined where none was asked for. */
export function statusColumn(options: Pick<Schemas['ImportOptions'], 'targets'> | null): number | undefined {
  const column = options?.targets.indexOf(STATUS_TARGET) ?? -1;
  return column < 0 ? undefined : column;
}

/** The status that a cell names, in any case; null of an empty cell, undefined where it names none. */
export function readStatus(cell: string): Status | null | undefined {
  const text = cell.trim().toLowerCase();
  return text === '' ? null : STATUSES.find((status) => status === text);
}

/** A cell that should name a status and does not. */
const invalidStatus = (cell: string, column: number | undefined): CellProblem => ({
  column,
  pointer: statusTarget.pointer,
  rule: 'enum',
  parameters: { value: cell, expected: STATUSES.join(', ') },
});

/** Takes a record out of a line by a mapping of its columns, undoing what exports do to formulas in CSV; of several columns for one target the first that holds something. */
export function createMappedDraft({
  format,
  targets,
}: Pick<Schemas['ImportOptions'], 'format' | 'targets'>): (line: Line) => Draft {
  const textOf = format === 'csv' ? unescapeFormula : (cell: string) => cell;
  return ({ cells }) => {
    const draft: Draft = { values: {}, from: {} };
    for (const [index, key] of targets.entries()) {
      if (key === null || draft.values[key]) continue;
      draft.values[key] = textOf(cells[index] ?? '');
      draft.from[key] = [index];
    }
    return draft;
  };
}

/** What is wrong with what a file says. */
export interface CellProblem {
  /** Its place in the line, from 0; undefined where no single cell is to blame. */
  column: number | undefined;
  /** JSON pointer into the record. */
  pointer: string | undefined;
  rule: Rule;
  parameters?: TextParameters;
}

/** What a file gives of a record. */
export interface Parsed {
  /** Whole fields by name, null for what it empties. */
  body: Fields;
  /** Parts of fields by JSON pointer, such as `/locales/en/name`; null for what it empties. */
  parts: Record<string, unknown>;
  /** That the record is to have. */
  status?: Schemas['Status'];
  problems: CellProblem[];
}

/** A draft's texts as values of the contract; what cannot be one is told in `problems` and left out. */
export function parseDraft(entity: Entity, { values, from, types }: Draft): Parsed {
  const parsed: Parsed = { body: {}, parts: {}, problems: [] };
  for (const [key, text] of Object.entries(values)) {
    if (key === STATUS_TARGET) {
      const status = readStatus(text);
      if (status === undefined) parsed.problems.push(invalidStatus(text, from[key]?.[0]));
      else if (status !== null) parsed.status = status;
      continue;
    }
    const target = targetOf(entity, key);
    if (!target) throw new Error(`No column fills “${key}” of ${entity.key}.`);
    const { pointer, isPart } = target;
    const read: ReadResult = text.includes(UNDECODABLE)
      ? { rule: 'undecodable' }
      : readText(target, text, types?.[key]);
    if ('rule' in read)
      parsed.problems.push({ column: from[key]?.[0], pointer, rule: read.rule, parameters: { value: text } });
    else if (isPart) parsed.parts[pointer] = read.value;
    else parsed.body[key] = read.value;
  }
  return parsed;
}

/** All fields of a record with what a file gives of them; what it does not give stays, or stays away. */
export function mergeParsed(
  entity: Entity,
  current: Fields | undefined,
  { body, parts }: Pick<Parsed, 'body' | 'parts'>,
): Fields {
  const fields: Fields = current ? fieldsOf(entity, current) : {};
  for (const [name, value] of Object.entries(body))
    if (!differsOnlyInLineEnds(fields[name], value)) fields[name] = value;
  const changes = Object.entries(parts).map(([pointer, value]) => ({ path: pathOf(pointer), value }));
  const names = new Set(changes.map(({ path: [name = ''] }) => name));
  for (const name of names) fields[name] = isObject(fields[name]) ? structuredClone(fields[name]) : {};
  for (const { path, value } of changes) setValue(fields, path, value);
  for (const name of names) if (isEmpty(fields[name])) delete fields[name];
  return fields;
}

/** Lines end in a file of CSV as it has them, which says nothing of the text. */
const differsOnlyInLineEnds = (before: unknown, value: unknown) =>
  typeof before === 'string' && before.includes('\r') && before.replaceAll(/\r\n?/g, '\n') === value;

const pathOf = (pointer: string) => pointer.slice(1).split('/').map(unescapeKey);

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isEmpty = (value: unknown) => value === null || (isObject(value) && Object.keys(value).length === 0);

/** Sets a value; what is emptied goes, and what held nothing else with it. */
function setValue(container: Fields, [key = '', ...rest]: string[], value: unknown): void {
  const before = container[key];
  if (rest.length === 0) {
    if (differsOnlyInLineEnds(before, value)) return;
    if (value !== null) container[key] = value;
    // an empty list stays one
    else if (!isEmpty(before)) delete container[key];
    return;
  }
  const inner = isObject(before) ? before : {};
  setValue(inner, rest, value);
  if (Object.values(inner).every(isEmpty)) delete container[key];
  else container[key] = inner;
}

const isAtOrAbove = (above: string, pointer: string) => pointer === above || pointer.startsWith(`${above}/`);

/** What was made of cells. */
interface Source {
  target: Target | undefined;
  pointer: string;
  column: number | undefined;
  text: string | undefined;
}

/** The most particular one first. */
function sourcesOf(entity: Entity, { from, values }: Draft): Source[] {
  return Object.entries(from)
    .map(([key, [column]]): Source => {
      const target = targetOf(entity, key);
      return { target, pointer: target?.pointer ?? '', column, text: values[key] };
    })
    .sort((a, b) => b.pointer.length - a.pointer.length);
}

/** Finds the column to blame for what is wrong at a pointer: its own, one above it, or one of what lies in it. */
export function assignProblemColumns(
  entity: Entity,
  { draft, problems }: { draft: Draft; problems: CellProblem[] },
): void {
  const unlocated = problems.filter(({ column, pointer }) => column === undefined && pointer !== undefined);
  if (unlocated.length === 0) return;
  const sources = sourcesOf(entity, draft);
  for (const problem of unlocated) {
    const { pointer = '' } = problem;
    const source =
      sources.find((each) => each.pointer !== '' && isAtOrAbove(each.pointer, pointer)) ??
      sources.find((each) => isAtOrAbove(pointer, each.pointer));
    problem.column = source?.column;
    if (source?.pointer === pointer) addParameters(problem, source);
  }
}

/** Rules that a value breaks by itself, so that the message has to say which one it is. */
const VALUE_RULES = new Set<Rule>([
  ...(['enum', 'pattern', 'format', 'minimum', 'maximum', 'minLength', 'maxLength', 'type'] as const),
  ...(['taken', 'unknownTimeZone', 'notIso3166', 'uicPrefix', 'otherCountry', 'chinaOnly'] as const),
]);

/** As many characters of what is possible are told at most. */
const MAX_EXPECTED = 90;

/** Notes which value it was, and what would have been right. */
function addParameters(problem: CellProblem, { target, text }: Source): void {
  if (!VALUE_RULES.has(problem.rule)) return;
  const expected = target?.schema.enum?.join(', ') ?? '';
  if (problem.rule === 'format' && target?.cellFormat === 'date') problem.rule = 'notDate';
  problem.parameters = {
    ...(text ? { value: text } : {}),
    ...(problem.rule === 'enum' && expected !== '' && expected.length <= MAX_EXPECTED ? { expected } : {}),
    ...problem.parameters,
  };
}
