import { targetOf } from '#columns/targets.ts';
import type { Entity, Fields } from '#crud/model.ts';
import { fieldsOf } from '#crud/rows.ts';
import { contract, type Rule, type Schemas, unescapeKey } from '#http/contract.ts';
import { unescapeFormula } from '#http/csv.ts';
import type { TextParameters } from '#http/problem.ts';
import { type Draft, type Line, UNDECODABLE } from '../types.ts';
import { type Read, readText } from './read-text.ts';

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
const notAStatus = (cell: string, column: number | undefined): CellProblem => ({
  column,
  pointer: statusTarget.pointer,
  rule: 'enum',
  parameters: { value: cell, expected: STATUSES.join(', ') },
});

/** Takes a record out of a line by a mapping of its columns, undoing what exports do to formulas in CSV; of several columns for one target the first that holds something. */
export function draftsBy({
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
      if (status === undefined) parsed.problems.push(notAStatus(text, from[key]?.[0]));
      else if (status !== null) parsed.status = status;
      continue;
    }
    const target = targetOf(entity, key);
    if (!target) throw new Error(`No column fills “${key}” of ${entity.key}.`);
    const { pointer, isPart } = target;
    const read: Read = text.includes(UNDECODABLE) ? { rule: 'undecodable' } : readText(target, text, types?.[key]);
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
  for (const [name, value] of Object.entries(body)) if (!isSameText(fields[name], value)) fields[name] = value;
  const places = Object.entries(parts).map(([pointer, value]) => ({ path: pathOf(pointer), value }));
  const names = new Set(places.map(({ path: [name = ''] }) => name));
  for (const name of names) fields[name] = isObject(fields[name]) ? structuredClone(fields[name]) : {};
  for (const { path, value } of places) put(fields, path, value);
  for (const name of names) if (isEmpty(fields[name])) delete fields[name];
  return fields;
}

/** Lines end in a file of CSV as it has them, which says nothing of the text. */
const isSameText = (before: unknown, value: unknown) =>
  typeof before === 'string' && before.includes('\r') && before.replaceAll(/\r\n?/g, '\n') === value;

const pathOf = (pointer: string) => pointer.slice(1).split('/').map(unescapeKey);

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isEmpty = (value: unknown) => value === null || (isObject(value) && Object.keys(value).length === 0);

/** Sets a value; what is emptied goes, and what held nothing else with it. */
function put(within: Fields, [key = '', ...rest]: string[], value: unknown): void {
  const before = within[key];
  if (rest.length === 0) {
    if (isSameText(before, value)) return;
    if (value !== null) within[key] = value;
    // an empty list stays one
    else if (!isEmpty(before)) delete within[key];
    return;
  }
  const inner = isObject(before) ? before : {};
  put(inner, rest, value);
  if (Object.values(inner).every(isEmpty)) delete within[key];
  else within[key] = inner;
}
