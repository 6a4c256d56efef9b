import { type FieldError, Problem } from '#api/problem.ts';
import { type CodeChange, withTodaysCodes } from './code-changes.ts';
import type { Draft } from './drafts.ts';
import { type Merge, readPointer, same, threeWay, writePointer } from './merge.ts';
import type { Data } from './pointers.ts';

export type RecordData = Data & { id: number; version: number };

/** A record as it was read. */
export type ReadRecord = RecordData & {
  /** How codes of what it refers to have changed since a version that somebody typed over, where that is known. */
  codeChanges?: readonly CodeChange[];
};
export type Side = 'mine' | 'theirs';

/** What a save answered: 200 and 201 changed the record, 202 left it and made a proposal beside it. */
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
  /** The form stays open once it is saved. */
  stays: boolean;
}

export interface RecordFormContext extends RecordFormInput {
  /** The record as last read; null for a new one. */
  base: RecordData | null;
  /** What `values` were typed over. */
  baseValues: Data;
  version: number | null;
  /** Of the record since its draft was typed. */
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
  | { type: 'RESUME' | 'DROP' }
  | { type: 'CHOOSE'; pointer: string; side: Side }
  | { type: 'SAVE_MERGED' | 'BACK' | 'DISCARD_MINE' }
  | { type: 'KEEP_AS_NEW' }
  /** Nobody has typed for a moment: there is something to keep, or all that was typed is saved, proposed or taken back. */
  | { type: 'PAUSE' | 'CALM' }
  /** What surrounds the form has read the record anew. */
  | { type: 'REFRESH'; record: RecordData };

type Change = Partial<RecordFormContext>;
const calm: Change = { errors: [], problem: null, sent: null, theirs: null, merge: null, choices: {} };

export function begin(input: RecordFormInput): RecordFormContext {
  const { blank } = input;
  const empty = { errors: [], problem: null, sent: null, theirs: null, merge: null, choices: {}, saved: null };
  return { ...input, ...empty, base: null, baseValues: blank, version: null, codeChanges: [], values: blank };
}

export const isDirty = ({ values, baseValues }: RecordFormContext): boolean => !same(values, baseValues);
export const typedSinceSent = ({ values, sent }: RecordFormContext): boolean => !same(values, sent);

/** A draft with the codes that what it refers to has today. */
function draftOfToday({ draft, codeChanges }: RecordFormContext): Draft | null {
  if (!draft) return null;
  const today = (data: Data) => withTodaysCodes(data, codeChanges);
  return { ...draft, values: today(draft.values), baseValues: draft.baseValues && today(draft.baseValues) };
}

/** Nothing but codes of what the record refers to has changed since the draft. */
export function draftIsCurrent(context: RecordFormContext): boolean {
  const { draft, codeChanges, version, baseValues } = context;
  if (draft?.version === version) return true;
  return codeChanges.length > 0 && same(draftOfToday(context)?.baseValues, baseValues);
}

export const resume = (context: RecordFormContext): Change => ({
  values: draftOfToday(context)?.values ?? context.values,
});
export const allChosen = ({ merge, choices }: RecordFormContext): boolean =>
  merge?.conflicts.every((pointer) => choices[pointer] !== undefined) ?? false;
export const statusOf = (error: unknown): number => (error instanceof Problem ? error.status : 0);

/** The record as it is now, where a save was refused because of it (412). */
export function currentOf(error: unknown): ReadRecord | null {
  const current = error instanceof Problem && error.status === 412 ? error.current : undefined;
  const isRecord = typeof current?.id === 'number' && typeof current.version === 'number';
  // The cast follows the check.
  return isRecord ? (current as ReadRecord) : null;
}

/** The record is what the server says it is; nothing is typed. */
export function adopt(context: RecordFormContext, { codeChanges = [], ...record }: ReadRecord): Change {
  const values = context.toValues(record);
  return { ...calm, id: record.id, base: record, version: record.version, baseValues: values, values, codeChanges };
}

/** The record has moved on beside the form: taken over where nothing typed stands against it, else for the save to tell. */
export function follow(context: RecordFormContext, record: RecordData): Change {
  const { id, version, baseValues } = context;
  if (record.id !== id || record.version <= (version ?? 0)) return {};
  if (same(context.toValues(record), baseValues)) return { base: record, version: record.version };
  return isDirty(context) ? {} : adopt(context, record);
}

export function change({ values, errors }: RecordFormContext, pointer: string, value: unknown): Change {
  const touched = (other: string) => other === pointer || other.startsWith(`${pointer}/`);
  return {
    values: writePointer(values, pointer, value),
    errors: errors.filter((error) => !touched(error.pointer)),
  };
}

/** After a save: what was typed while it was under way stays typed, over what the record now is. */
export function absorb(context: RecordFormContext): Change {
  const { saved, sent, values } = context;
  if (!saved || saved.status === 202) return calm;
  const adopted = adopt(context, saved.record);
  const { merged, conflicts } = threeWay(sent, context.toValues(saved.record), values);
  return { ...adopted, values: conflicts.reduce((data, at) => take(data, values, at), merged) };
}

/** Nothing is lost: the values stay, and whatever was thrown is told. */
export function refuse(error: unknown): Change {
  if (error instanceof Problem) return { problem: error, errors: error.fields, sent: null };
  const message = error instanceof Error ? error.message : String(error);
  return { problem: new Problem({ status: 0, code: 0, key: 'unknownError', message }, error), sent: null };
}

const take = (data: Data, from: Data, pointer: string): Data => writePointer(data, pointer, readPointer(from, pointer));

/** Somebody else has changed the record: base, theirs and mine, field by field. */
export function collide(context: RecordFormContext, found: ReadRecord | null): Change {
  if (!found) return {};
  const { codeChanges, ...theirs } = found;
  const baseValues = withTodaysCodes(context.baseValues, codeChanges);
  const values = withTodaysCodes(context.values, codeChanges);
  const merge = threeWay(baseValues, context.toValues(theirs), values);
  return { baseValues, values, theirs, merge, choices: {}, problem: null, sent: null };
}

/** The record as it is now with what was chosen of mine: an ordinary edit of the present version. */
export function settle(context: RecordFormContext): Change {
  const { theirs, merge, choices, values } = context;
  if (!theirs || !merge) return {};
  const mine = merge.conflicts.filter((pointer) => choices[pointer] === 'mine');
  return { ...adopt(context, theirs), values: mine.reduce((data, at) => take(data, values, at), merge.merged) };
}

/** Typed over an older record, a draft is merged with the present one instead of overwriting it. */
export function resumeOlder(context: RecordFormContext): Change {
  const { base } = context;
  const draft = draftOfToday(context);
  if (!draft || !base) return {};
  const older = { values: draft.values, baseValues: draft.baseValues ?? {}, version: draft.version };
  return { ...older, ...collide({ ...context, ...older }, base) };
}
