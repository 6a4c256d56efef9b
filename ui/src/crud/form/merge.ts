import { type FieldError, Problem } from '#api/problem.ts';
import { type Data, isPlainObject, readPointer, toPointer, writePointer } from '#crud/pointers.ts';
import type { Draft } from './drafts.ts';

/** Equal as the contract sees it: an absent property is a null one, the order of keys says nothing. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b || (a ?? null) === (b ?? null)) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => same(item, b[index]));
  }
  if (!isPlainObject(a) || !isPlainObject(b)) return false;
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => same(a[key], b[key]));
}

function differences(a: unknown, b: unknown, path: string[]): string[] {
  const descend =
    path.length < 2 &&
    (isPlainObject(a) || isPlainObject(b)) &&
    [a, b].every((value) => value == null || isPlainObject(value));
  if (!descend) return same(a, b) ? [] : [toPointer(...path)];
  const keys = new Set([...Object.keys(a ?? {}), ...Object.keys(b ?? {})]);
  return [...keys].flatMap((key) =>
    differences(readPointer(a, toPointer(key)), readPointer(b, toPointer(key)), [...path, key]),
  );
}

/** Where two records differ: fields, and the properties of a field that is an object (`/locales/zh-CN`). */
export function changedPointers(a: Data | null, b: Data | null): string[] {
  return differences(a ?? {}, b ?? {}, []);
}

export interface Merge {
  /** Theirs with everything that only I changed; where both did, still theirs. */
  merged: Data;
  /** Changed on both sides, differently. */
  conflicts: string[];
  takenTheirs: string[];
  takenMine: string[];
}

const overlaps = (a: string, b: string): boolean => a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
const shorter = (a: string, b: string): string => (a.length <= b.length ? a : b);

export function threeWay(base: Data | null, theirs: Data, mine: Data): Merge {
  const changedByThem = changedPointers(base, theirs);
  const changedByMe = changedPointers(base, mine);
  const clashes = changedByThem.flatMap((pointer) =>
    changedByMe.filter((other) => overlaps(pointer, other)).map((other) => shorter(pointer, other)),
  );
  const contested = new Set(clashes);
  const isUncontested = (pointer: string) => ![...contested].some((clash) => overlaps(clash, pointer));
  const takenMine = changedByMe.filter(isUncontested);
  return {
    merged: takenMine.reduce((data, pointer) => writePointer(data, pointer, readPointer(mine, pointer)), theirs),
    conflicts: [...contested].filter((pointer) => !same(readPointer(theirs, pointer), readPointer(mine, pointer))),
    takenTheirs: changedByThem.filter(isUncontested),
    takenMine,
  };
}

/** A record that a field refers to has got another code. */
export interface CodeChange {
  /** The name of the field, which may hold a list. */
  field: string;
  from: string;
  to: string;
}

/** The code changes of a version written by the action `reference`, whose two sides differ in codes alone. */
export const codeChangesOf = (before: Data, after: Data): CodeChange[] =>
  changedPointers(before, after).flatMap((pointer) => {
    const [, field = ''] = pointer.split('/');
    return codePairs(readPointer(before, pointer), readPointer(after, pointer)).map(([from, to]) => ({
      field,
      from,
      to,
    }));
  });

function codePairs(before: unknown, after: unknown): [string, string][] {
  if (typeof before === 'string' && typeof after === 'string') return before === after ? [] : [[before, after]];
  if (Array.isArray(before) && Array.isArray(after))
    return before.flatMap((entry, index) => codePairs(entry, after[index]));
  if (!isPlainObject(before) || !isPlainObject(after)) return [];
  return Object.keys(before).flatMap((key) => codePairs(before[key], after[key]));
}

/** Values typed over an older version, with the current codes of the records they refer to. */
export function withTodaysCodes(data: Data, changes: readonly CodeChange[] = []): Data {
  const current = { ...data };
  for (const { field, from, to } of changes)
    if (field in current) current[field] = replaceCode(current[field], from, to);
  return current;
}

function replaceCode(value: unknown, from: string, to: string): unknown {
  if (value === from) return to;
  if (Array.isArray(value)) return value.map((entry) => replaceCode(entry, from, to));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replaceCode(inner, from, to)]));
}

export type RecordData = Data & { id: number; version: number };

/** A record as it was read. */
export type ReadRecord = RecordData & {
  /** Which codes of records it refers to have changed since a version that somebody typed over, as far as known. */
  codeChanges?: readonly CodeChange[];
};
export type Side = 'mine' | 'theirs';

/** The answer to a save: 200 and 201 changed the record, 202 left it as it is and made a proposal. */
export interface Saved {
  status: 200 | 201 | 202;
  record: RecordData;
  /** The whole answer, for whoever shows it. */
  data?: unknown;
}

export interface RecordFormInput {
  id: number | null;
  /** What an empty form holds; a copy starts with the record copied. */
  blank: Data;
  draft: Draft | null;
  toValues: (record: RecordData) => Data;
  validate: (values: Data) => FieldError[];
  /** Whether the form goes on after a save, as a page does, instead of closing. */
  staysOpenAfterSave: boolean;
}

export interface RecordFormContext extends RecordFormInput {
  /** The record as last read; null for a new one. */
  base: RecordData | null;
  /** What `values` were typed over. */
  baseValues: Data;
  version: number | null;
  /** The code changes of the record since its draft was typed. */
  codeChanges: readonly CodeChange[];
  values: Data;
  /** The values on their way to the server. */
  sent: Data | null;
  errors: FieldError[];
  problem: Problem | null;
  theirs: RecordData | null;
  merge: Merge | null;
  choices: Record<string, Side>;
  saved: Saved | null;
}

export type RecordFormEvent =
  | { type: 'CHANGE'; pointer: string; value: unknown }
  | { type: 'SAVE' | 'DISCARD' | 'RETRY' | 'SESSION_ENDED' }
  | { type: 'RESUME_DRAFT' | 'DROP_DRAFT' }
  | { type: 'CHOOSE'; pointer: string; side: Side }
  | { type: 'SAVE_MERGED' | 'CLOSE_CONFLICT' | 'DISCARD_MINE' }
  | { type: 'KEEP_AS_NEW' }
  /** Typing has paused: what is typed is saved as a draft, or a draft that has become pointless is discarded. */
  | { type: 'AUTOSAVE' | 'DISCARD_DRAFT' }
  /** The page around the form has read the record again. */
  | { type: 'REFRESH'; record: RecordData };

type ContextChange = Partial<RecordFormContext>;
const NOTHING_PENDING: ContextChange = {
  errors: [],
  problem: null,
  sent: null,
  theirs: null,
  merge: null,
  choices: {},
};

export function initialContext(input: RecordFormInput): RecordFormContext {
  const { blank } = input;
  const empty = { errors: [], problem: null, sent: null, theirs: null, merge: null, choices: {}, saved: null };
  return { ...input, ...empty, base: null, baseValues: blank, version: null, codeChanges: [], values: blank };
}

export const isDirty = ({ values, baseValues }: RecordFormContext): boolean => !same(values, baseValues);
export const hasTypedSinceSent = ({ values, sent }: RecordFormContext): boolean => !same(values, sent);

/** The draft with the current codes of the records it refers to. */
function draftWithTodaysCodes({ draft, codeChanges }: RecordFormContext): Draft | null {
  if (!draft) return null;
  const withCodes = (data: Data) => withTodaysCodes(data, codeChanges);
  return { ...draft, values: withCodes(draft.values), baseValues: draft.baseValues && withCodes(draft.baseValues) };
}

/** Whether nothing has changed since the draft but codes of records that this one refers to. */
export function isDraftCurrent(context: RecordFormContext): boolean {
  const { draft, codeChanges, version, baseValues } = context;
  if (draft?.version === version) return true;
  return codeChanges.length > 0 && same(draftWithTodaysCodes(context)?.baseValues, baseValues);
}

export const resume = (context: RecordFormContext): ContextChange => ({
  values: draftWithTodaysCodes(context)?.values ?? context.values,
});
export const isAllChosen = ({ merge, choices }: RecordFormContext): boolean =>
  merge?.conflicts.every((pointer) => choices[pointer] !== undefined) ?? false;
export const statusOf = (error: unknown): number => (error instanceof Problem ? error.status : 0);

/** The record as it is now, where a save was refused because of it (412). */
export function currentOf(error: unknown): ReadRecord | null {
  const current = error instanceof Problem && error.status === 412 ? error.current : undefined;
  const isRecord = typeof current?.id === 'number' && typeof current.version === 'number';
  // the cast: the line above has checked it
  return isRecord ? (current as ReadRecord) : null;
}

/** Starts over from a record that the server answered; nothing is typed. */
export function loadRecord(context: RecordFormContext, { codeChanges = [], ...record }: ReadRecord): ContextChange {
  const values = context.toValues(record);
  return {
    ...NOTHING_PENDING,
    id: record.id,
    base: record,
    version: record.version,
    baseValues: values,
    values,
    codeChanges,
  };
}

/** Takes over a newer version of the record unless something is typed: then the save finds the conflict. */
export function rebase(context: RecordFormContext, record: RecordData): ContextChange {
  const { id, version, baseValues } = context;
  if (record.id !== id || record.version <= (version ?? 0)) return {};
  if (same(context.toValues(record), baseValues)) return { base: record, version: record.version };
  return isDirty(context) ? {} : loadRecord(context, record);
}

export function change({ values, errors }: RecordFormContext, pointer: string, value: unknown): ContextChange {
  const isTouched = (other: string) => other === pointer || other.startsWith(`${pointer}/`);
  return {
    values: writePointer(values, pointer, value),
    // the same list where nothing goes, so that only the changed field renders again
    errors: errors.some((error) => isTouched(error.pointer))
      ? errors.filter((error) => !isTouched(error.pointer))
      : errors,
  };
}

/** After a save: what was typed while it was running stays typed, over the record as it is now. */
export function applySaved(context: RecordFormContext): ContextChange {
  const { saved, sent, values } = context;
  if (!saved || saved.status === 202) return NOTHING_PENDING;
  const adopted = loadRecord(context, saved.record);
  const { merged, conflicts } = threeWay(sent, context.toValues(saved.record), values);
  return { ...adopted, values: conflicts.reduce((data, pointer) => copyPointer(data, values, pointer), merged) };
}

/** A failed call leaves the values as they are and says why it failed. */
export function failWith(error: unknown): ContextChange {
  if (error instanceof Problem) return { problem: error, errors: error.fields, sent: null };
  const message = error instanceof Error ? error.message : String(error);
  return { problem: new Problem({ status: 0, code: 0, key: 'unknownError', message }, error), sent: null };
}

const copyPointer = (data: Data, from: Data, pointer: string): Data =>
  writePointer(data, pointer, readPointer(from, pointer));

/** Somebody else has changed the record: compares base, theirs and mine field by field. */
export function startConflict(context: RecordFormContext, current: ReadRecord | null): ContextChange {
  if (!current) return {};
  const { codeChanges, ...theirs } = current;
  const baseValues = withTodaysCodes(context.baseValues, codeChanges);
  const values = withTodaysCodes(context.values, codeChanges);
  const merge = threeWay(baseValues, context.toValues(theirs), values);
  return { baseValues, values, theirs, merge, choices: {}, problem: null, sent: null };
}

/** Applies the choices to the current record, which makes them an ordinary edit of its version. */
export function resolveConflict(context: RecordFormContext): ContextChange {
  const { theirs, merge, choices, values } = context;
  if (!theirs || !merge) return {};
  const mine = merge.conflicts.filter((pointer) => choices[pointer] === 'mine');
  return {
    ...loadRecord(context, theirs),
    values: mine.reduce((data, pointer) => copyPointer(data, values, pointer), merge.merged),
  };
}

/** A draft typed over an older version is merged with the current one instead of overwriting it. */
export function resumeOlderDraft(context: RecordFormContext): ContextChange {
  const { base } = context;
  const draft = draftWithTodaysCodes(context);
  if (!draft || !base) return {};
  const older = { values: draft.values, baseValues: draft.baseValues ?? {}, version: draft.version };
  return { ...older, ...startConflict({ ...context, ...older }, base) };
}
