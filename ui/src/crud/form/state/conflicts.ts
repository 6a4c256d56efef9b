import { Problem } from '#api/problem.ts';
import type { Data } from '#crud/pointers.ts';
import type { Draft } from './drafts.ts';
import {
  type ContextChange,
  copyPointer,
  isProposalContested,
  type LoadedRecord,
  loadRecord,
  type RecordFormContext,
  reset,
} from './form-context.ts';
import { isEqual, mergeThreeWay, replaceChangedCodes } from './merge.ts';

/** Returns the record's current version if a save failed with a version conflict (412), else null. */
export function conflictingRecord(error: unknown): LoadedRecord | null {
  const current = error instanceof Problem && error.status === 412 ? error.current : undefined;
  const isRecord = typeof current?.id === 'number' && typeof current.version === 'number';
  // the cast: the line above checks it
  return isRecord ? (current as LoadedRecord) : null;
}

export const hasAllChoices = ({ merge, choices }: RecordFormContext): boolean =>
  merge?.conflicts.every((pointer) => choices[pointer] !== undefined) ?? false;

/** Compares base, theirs and mine field by field after somebody else has changed the record. */
export function startConflict(context: RecordFormContext, current: LoadedRecord | null): ContextChange {
  if (!current) return {};
  const { codeChanges, isSavedInSet = false, ...theirs } = current;
  const baseValues = replaceChangedCodes(context.baseValues, codeChanges);
  const values = replaceChangedCodes(context.values, codeChanges);
  const merge = mergeThreeWay(baseValues, context.toValues(theirs), values);
  const isTheirsInSet = isSavedInSet;
  return { baseValues, values, theirs, isTheirsInSet, merge, choices: {}, problem: null, submittedValues: null };
}

/** Applies the user's choices to the current record, which makes them an ordinary edit of that version. */
export function resolveConflict(context: RecordFormContext): ContextChange {
  const { theirs, merge, choices, values, proposedChanges } = context;
  if (!theirs || !merge) return {};
  const myPointers = merge.conflicts.filter((pointer) => choices[pointer] === 'mine');
  return {
    ...loadRecord(context, theirs),
    proposedChanges,
    values: myPointers.reduce((data, pointer) => copyPointer(data, values, pointer), merge.merged),
  };
}

/** Discards the user's changes in favour of the newer version, but not proposed ones that it contradicts. */
export function acceptTheirs(context: RecordFormContext): ContextChange {
  const { theirs } = context;
  if (!theirs) return {};
  return reset(isProposalContested(context, theirs) ? context : { ...context, record: theirs });
}

/** Returns the draft with the current codes of the records it refers to. */
function draftWithCurrentCodes({ draft, codeChanges }: RecordFormContext): Draft | null {
  if (!draft) return null;
  const withCurrentCodes = (data: Data) => replaceChangedCodes(data, codeChanges);
  return {
    ...draft,
    values: withCurrentCodes(draft.values),
    baseValues: draft.baseValues && withCurrentCodes(draft.baseValues),
  };
}

/** Returns whether the record has not changed since the draft was saved, apart from the codes of its references. */
export function isDraftCurrent(context: RecordFormContext): boolean {
  const { draft, codeChanges, version, baseValues } = context;
  if (draft?.version === version) return true;
  return codeChanges.length > 0 && isEqual(draftWithCurrentCodes(context)?.baseValues, baseValues);
}

export const resumesDraft = (context: RecordFormContext): boolean =>
  context.resumesDraft === true && context.draft !== null && isDraftCurrent(context);

export const resumeDraft = (context: RecordFormContext): ContextChange => ({
  values: draftWithCurrentCodes(context)?.values ?? context.values,
  effectiveOn: context.draft?.effectiveOn ?? null,
});

/** Merges a draft of an older version with the current one instead of overwriting it. */
export function resumeOlderDraft(context: RecordFormContext): ContextChange {
  const { record } = context;
  const draft = draftWithCurrentCodes(context);
  if (!draft || !record) return {};
  const { values, baseValues, version, effectiveOn = null } = draft;
  const draftContext = { values, baseValues: baseValues ?? {}, version, effectiveOn };
  return { ...draftContext, ...startConflict({ ...context, ...draftContext }, record) };
}
