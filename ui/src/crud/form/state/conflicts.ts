import { Problem } from '#api/problem.ts';
import type { Data } from '#crud/pointers.ts';
import type { Draft } from './drafts.ts';
import {
  type ContextChange,
  copyPointer,
  isProposalContested,
  type LoadedRecord,
  loadRecord,
  NO_PROPOSAL,
  type RecordFormContext,
  reset,
  withChanges,
} from './form-context.ts';
import { isEqual, mergeThreeWay, replaceChangedCodes } from './merge.ts';

/** Returns the record's current version if a save failed with a version conflict (412), else null. */
export function conflictingRecord(error: unknown): LoadedRecord | null {
  const current = error instanceof Problem && error.status === 412 ? error.current : undefined;
  // a proposal has an id and a version, too
  const isRecord =
    typeof current?.id === 'number' && typeof current.version === 'number' && !('baseVersion' in current);
  // the cast: the line above checks it
  return isRecord ? (current as LoadedRecord) : null;
}

export const NO_CONFLICT = { theirs: null, newerProposal: null, merge: null, choices: {} } satisfies ContextChange;

export const hasAllChoices = ({ merge, choices }: RecordFormContext): boolean =>
  merge?.conflicts.every((pointer) => choices[pointer] !== undefined) ?? false;

/** Compares base, theirs and mine field by field after the record, or the user's own proposal, has changed elsewhere. */
export function startConflict(context: RecordFormContext, current: LoadedRecord | null): ContextChange {
  if (!current) return {};
  const { codeChanges, isSavedInSet: isTheirsInSet = false, ownProposal, ...theirs } = current;
  const newerProposal = ownProposal && ownProposal.version !== context.ownProposal.version ? ownProposal : null;
  const baseValues = replaceChangedCodes(context.baseValues, codeChanges);
  const values = replaceChangedCodes(context.values, codeChanges);
  const compared = { ...context, baseValues, values, theirs, newerProposal };
  const { base, theirs: theirValues } = conflictSides(compared);
  const merge = mergeThreeWay(base, theirValues, values);
  const nothingPending = { choices: {}, problem: null, submittedValues: null };
  return { baseValues, values, theirs, isTheirsInSet, newerProposal, merge, ...nothingPending };
}

/** Returns the values with which those of the form are compared. */
export function conflictSides(
  context: Pick<RecordFormContext, 'baseValues' | 'ownProposal' | 'newerProposal' | 'theirs' | 'toValues'>,
) {
  const { baseValues, ownProposal, newerProposal, theirs, toValues } = context;
  const theirValues = theirs ? toValues(theirs) : {};
  // where no values are proposed any more, those that the user had proposed stay the user's changes
  if (!newerProposal || newerProposal.changes.length === 0) return { base: baseValues, theirs: theirValues };
  return {
    base: withChanges(baseValues, ownProposal.changes),
    theirs: withChanges(theirValues, newerProposal.changes),
  };
}

/** Applies the user's choices to the current record, which makes them an ordinary edit of that version. */
export function resolveConflict(context: RecordFormContext): ContextChange {
  const { theirs, merge, choices, values, ownProposal, newerProposal } = context;
  if (!theirs || !merge) return {};
  const myPointers = merge.conflicts.filter((pointer) => choices[pointer] === 'mine');
  return {
    ...loadRecord(context, theirs),
    ownProposal: newerProposal ?? ownProposal,
    values: myPointers.reduce((data, pointer) => copyPointer(data, values, pointer), merge.merged),
  };
}

/** Discards the user's changes in favour of the newer version, but not proposed ones that it contradicts. */
export function acceptTheirs(context: RecordFormContext): ContextChange {
  const { theirs, ownProposal, newerProposal } = context;
  if (!theirs) return {};
  const latest = { ...context, ownProposal: newerProposal ?? ownProposal };
  return reset(isProposalContested(latest, theirs) ? latest : { ...latest, record: theirs });
}

/** Returns what a draft keeps of the form. */
export function toDraft(context: RecordFormContext): Omit<Draft, 'time'> {
  const { values, baseValues, version, effectiveOn, become, ownProposal } = context;
  return {
    values,
    baseValues,
    version,
    ...(effectiveOn && { effectiveOn }),
    ...(become && { become }),
    ...(ownProposal.version > 0 && { ownProposal }),
  };
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
function isOfCurrentRecord(context: RecordFormContext): boolean {
  const { draft, codeChanges, version, baseValues } = context;
  if (draft?.version === version) return true;
  return codeChanges.length > 0 && isEqual(draftWithCurrentCodes(context)?.baseValues, baseValues);
}

/** Returns whether neither the record nor the user's own proposal has changed since the draft was saved. */
export function isDraftCurrent(context: RecordFormContext): boolean {
  const { draft, ownProposal } = context;
  // where no proposal is left, a save replaces nothing
  const isOfOtherProposal = ownProposal.version > 0 && draft?.ownProposal?.version !== ownProposal.version;
  return !isOfOtherProposal && isOfCurrentRecord(context);
}

// the user's own proposal is loaded after the record, and compared with the one of the draft then
export const resumesDraft = (context: RecordFormContext): boolean =>
  context.resumesDraft === true && context.draft !== null && isOfCurrentRecord(context);

export function resumeDraft(context: RecordFormContext): ContextChange {
  const draft = draftWithCurrentCodes(context);
  if (!draft) return {};
  const { values, effectiveOn = null, become } = draft;
  return { values, effectiveOn, become };
}

/** Takes the proposal with which the draft began, so that a save compares it with the stored one. */
export const resumeProposal = ({ draft, ownProposal }: RecordFormContext): ContextChange => ({
  ownProposal: draft?.ownProposal ?? ownProposal,
});

/** Merges a draft of an older version with the current one instead of overwriting it. */
export function resumeOlderDraft(context: RecordFormContext): ContextChange {
  const { record } = context;
  const draft = draftWithCurrentCodes(context);
  if (!draft || !record) return {};
  const { values, baseValues, version, effectiveOn = null, ownProposal = NO_PROPOSAL } = draft;
  const draftContext = { values, baseValues: baseValues ?? {}, version, effectiveOn, ownProposal };
  const current = { ...record, ownProposal: context.ownProposal };
  return { ...draftContext, ...startConflict({ ...context, ...draftContext }, current) };
}
