import type { Schemas } from '#api/metadata.gen.ts';
import { type FieldError, Problem } from '#api/problem.ts';
import { valuesBefore } from '#crud/change-set/upcoming-changes.ts';
import { type Data, readPointer, writePointer } from '#crud/pointers.ts';
import type { Draft, DraftKey } from './drafts.ts';
import { type CodeChange, changedPointers, isEqual, type MergeResult, mergeThreeWay } from './merge.ts';

export type RecordData = Data & { id: number; version: number };

/** A record as the server returned it. */
export type LoadedRecord = RecordData & {
  /** The known code changes of its references since the version that a draft or an edit is based on. */
  codeChanges?: readonly CodeChange[];
  /** What the change set in which one works makes of the record. */
  proposedChanges?: readonly ValueChange[];
  /** The user's own open proposal, if it was read with the record. */
  ownProposal?: OwnProposal;
  /** Whether it is what somebody has saved in the change set in which one works, and not the live record. */
  isSavedInSet?: boolean;
};

/** The user's own open proposal for a record. */
export interface OwnProposal {
  /** 0 if there is none, and in a change set. */
  version: number;
  /** The values that it changes; none if it deletes the record. */
  changes: readonly ValueChange[];
  isDeletion?: boolean;
  time?: string;
}

export type ConflictSide = 'mine' | 'theirs';

/** The response to a save: 200 and 201 changed the record; 202 left it unchanged for now, and created a proposal or a change set. */
export interface SaveResult {
  status: 200 | 201 | 202;
  record: RecordData;
  /** The version of the proposal that the save has created or replaced. */
  proposalVersion?: number | undefined;
  /** The change set that changes the record on a date. */
  datedSet?: Schemas['ChangeSet'];
  /** The complete response data, for forms that display more of it than the record. */
  data?: unknown;
}

/** A value of a field, or of a property of an object field. */
export interface ValueChange {
  pointer: string;
  value: unknown;
}

/** The status that a change set gives to a new record. */
export type StatusOnRelease = Schemas['ChangeSetItemBecome'];

export interface RecordFormInput {
  id: number | null;
  /** The initial values of a new record. */
  blankValues: Data;
  draft: (Draft & Pick<DraftKey, 'formId'>) | null;
  /** Whether the draft is resumed without a question, as it was saved when the pages changed to other values of the records. */
  resumesDraft?: boolean;
  toValues: (record: RecordData) => Data;
  validate: (values: Data) => FieldError[];
  /** Whether the form stays open after a save, as on a page, instead of closing. */
  staysOpenAfterSave: boolean;
  /** The status that the change set gives to the new record so far. */
  initialBecome?: StatusOnRelease | undefined;
}

export interface RecordFormContext extends RecordFormInput {
  /** The record as last loaded; null for a new record. */
  record: RecordData | null;
  /** The values of the version that the edit is based on. */
  baseValues: Data;
  /**
   * The user's own open proposal, or what the change set in which one works makes of the record: on the server, although the record does not
   * have it yet. A save replaces no other proposal.
   */
  ownProposal: OwnProposal;
  version: number | null;
  /** The code changes of the record's references since its draft was saved. */
  codeChanges: readonly CodeChange[];
  values: Data;
  /** The day from which a save is to be in effect; null for at once. */
  effectiveOn: string | null;
  /** The status that a change set gives to the new record; active without it. */
  become: StatusOnRelease | undefined;
  /** What change sets will do to the record; a save with a date is based on those before it. */
  upcoming: readonly Schemas['UpcomingChange'][];
  /** The values of the save request in progress. */
  submittedValues: Data | null;
  errors: FieldError[];
  problem: Problem | null;
  theirs: RecordData | null;
  /** Whether they have saved it in the change set in which one works. */
  isTheirsInSet: boolean;
  /** The user's own proposal as it is by now, if it is another one than the edit is based on. */
  newerProposal: OwnProposal | null;
  merge: MergeResult | null;
  choices: Record<string, ConflictSide>;
  saveResult: SaveResult | null;
}

export type SaveInput = Pick<
  RecordFormContext,
  'id' | 'version' | 'ownProposal' | 'values' | 'effectiveOn' | 'become' | 'upcoming'
>;

export const toSaveInput = ({
  id,
  version,
  ownProposal,
  values,
  effectiveOn,
  become,
  upcoming,
}: SaveInput): SaveInput => ({
  id,
  version,
  ownProposal,
  values,
  effectiveOn,
  become,
  upcoming,
});

export type RecordFormEvent =
  | { type: 'CHANGE'; pointer: string; value: unknown }
  | { type: 'SCHEDULE'; effectiveOn: string | null }
  | { type: 'BECOME'; become: StatusOnRelease }
  | { type: 'SAVE' | 'DISCARD' | 'LEAVE' | 'RETRY' | 'SESSION_ENDED' }
  | { type: 'RESUME_DRAFT' | 'DECLINE_DRAFT' }
  | { type: 'CHOOSE'; pointer: string; side: ConflictSide }
  | { type: 'SAVE_MERGED' | 'CLOSE_CONFLICT' | 'DISCARD_MINE' }
  | { type: 'KEEP_AS_NEW' }
  /** Typing has paused: unsaved values are saved as a draft; a draft without unsaved values is removed. */
  | { type: 'AUTOSAVE' | 'CLEAR_DRAFT' }
  /** The page around the form has loaded the record again. */
  | { type: 'REFRESH'; record: RecordData }
  /** The user wants to see what somebody else has saved meanwhile. */
  | { type: 'COMPARE'; record: LoadedRecord }
  /** The page around the form has loaded what is upcoming, and the user's own open proposal. */
  | ({ type: 'REFRESH_PROPOSAL' } & ProposalData);

type ProposalData = Pick<RecordFormContext, 'upcoming' | 'ownProposal'>;
export type ContextChange = Partial<RecordFormContext>;
type SavedState = Pick<RecordFormContext, 'baseValues' | 'ownProposal' | 'upcoming' | 'effectiveOn'>;
export const NO_VALUE_CHANGES: readonly ValueChange[] = [];
export const NO_PROPOSAL: OwnProposal = { version: 0, changes: NO_VALUE_CHANGES };
const NOTHING_PENDING = {
  errors: [],
  problem: null,
  submittedValues: null,
  theirs: null,
  isTheirsInSet: false,
  newerProposal: null,
  merge: null,
  choices: {},
} satisfies ContextChange;

export function initialContext(input: RecordFormInput): RecordFormContext {
  const { blankValues } = input;
  return {
    ...input,
    ...NOTHING_PENDING,
    saveResult: null,
    record: null,
    baseValues: blankValues,
    version: null,
    ownProposal: NO_PROPOSAL,
    codeChanges: [],
    values: blankValues,
    effectiveOn: null,
    become: input.initialBecome,
    upcoming: [],
  };
}

/** Returns what the server has: the record's values with those of the user's own open proposal, and what is due before the date of the save. */
export const savedValues = ({ baseValues, ownProposal, upcoming, effectiveOn }: SavedState): Data =>
  withChanges(baseValues, [...ownProposal.changes, ...valuesBefore(upcoming, effectiveOn)]);

export const withChanges = (values: Data, changes: readonly ValueChange[]): Data =>
  changes.reduce((data, { pointer, value }) => writePointer(data, pointer, value), values);

export const hasUnsavedChanges = (context: RecordFormContext): boolean =>
  !isEqual(context.values, savedValues(context));
/** Returns whether the form has other values than the record, also those of the user's own proposal. */
export const hasOwnValues = (context: RecordFormContext): boolean =>
  hasUnsavedChanges(context) || !isEqual(context.values, context.baseValues);
export const hasChangedSinceSubmit = ({ values, submittedValues }: RecordFormContext): boolean =>
  !isEqual(values, submittedValues);

export const problemStatus = (error: unknown): number => (error instanceof Problem ? error.status : 0);

/** Resets the form to a record from the server, without unsaved changes. */
export function loadRecord(
  context: RecordFormContext,
  { codeChanges = [], proposedChanges = NO_VALUE_CHANGES, ...record }: LoadedRecord,
): ContextChange {
  const baseValues = context.toValues(record);
  const ownProposal = { version: 0, changes: proposedChanges };
  return {
    ...NOTHING_PENDING,
    // a record that a change set creates has no id before the release
    id: record.id === 0 ? null : record.id,
    record,
    version: record.version,
    baseValues,
    ownProposal,
    values: savedValues({ ...context, baseValues, ownProposal }),
    codeChanges,
  };
}

/** Resets the form to what the server has. */
export function reset(context: RecordFormContext): ContextChange {
  const { record, ownProposal } = context;
  if (!record) return initialContext({ ...context, draft: null });
  const loaded = loadRecord(context, record);
  const values = savedValues({ ...context, ...loaded, ownProposal, effectiveOn: null });
  return { ...loaded, ownProposal, values, effectiveOn: null, draft: null };
}

/** Makes the values of a deleted record those of a new one. */
export const startAsNew = ({ blankValues }: RecordFormContext): ContextChange => ({
  id: null,
  record: null,
  version: null,
  baseValues: blankValues,
  ownProposal: NO_PROPOSAL,
  draft: null,
  problem: null,
});

/** Returns whether a newer version of the record has other values in fields that the proposed changes change. */
export function isProposalContested(context: RecordFormContext, record: RecordData): boolean {
  const { baseValues, toValues } = context;
  const proposedValues = savedValues({ ...context, effectiveOn: null });
  return mergeThreeWay(baseValues, toValues(record), proposedValues).conflicts.length > 0;
}

/**
 * Adopts a newer version of the record unless there are unsaved changes, or proposed ones that it contradicts: then the next save reports
 * the conflict.
 */
export function rebase(context: RecordFormContext, record: RecordData): ContextChange {
  const { id, version, baseValues } = context;
  if (record.id !== id || record.version <= (version ?? 0)) return {};
  if (isEqual(context.toValues(record), baseValues)) return { record, version: record.version };
  return hasUnsavedChanges(context) || isProposalContested(context, record) ? {} : reset({ ...context, record });
}

/**
 * Adopts what is upcoming and the user's own open proposal, which the form shows. With unsaved changes it keeps the proposal that these are
 * based on, so that the next save reports the conflict with another one.
 */
export function rebaseProposal(context: RecordFormContext, { upcoming, ownProposal }: ProposalData): ContextChange {
  if (!hasUnsavedChanges(context))
    return { ownProposal, upcoming, values: savedValues({ ...context, ownProposal, upcoming }) };
  // where none is left, a save replaces nothing
  const isSafe = ownProposal.version === 0 || ownProposal.version === context.ownProposal.version;
  return { ...moveChanges(context, { upcoming }), ...(isSafe && { ownProposal }) };
}

/** Rebases the user's changes onto the values that the record will have on another date, or after other upcoming changes. */
function moveChanges(context: RecordFormContext, next: ContextChange): ContextChange {
  const { values } = context;
  const myPointers = changedPointers(savedValues(context), values);
  const base = savedValues({ ...context, ...next });
  return { ...next, values: myPointers.reduce((data, pointer) => copyPointer(data, values, pointer), base) };
}

export function changeValue({ values, errors }: RecordFormContext, pointer: string, value: unknown): ContextChange {
  const isAffected = (errorPointer: string) => errorPointer === pointer || errorPointer.startsWith(`${pointer}/`);
  return {
    values: writePointer(values, pointer, value),
    // an unchanged list stays the same array, so only the changed field renders again
    errors: errors.some((error) => isAffected(error.pointer))
      ? errors.filter((error) => !isAffected(error.pointer))
      : errors,
  };
}

/** The pointer of errors of the date. */
export const DATE_POINTER = '/effectiveOn';

export const changeDate = (context: RecordFormContext, effectiveOn: string | null): ContextChange => ({
  ...moveChanges(context, { effectiveOn }),
  errors: context.errors.filter(({ pointer }) => pointer !== DATE_POINTER),
});

/** Adopts the saved record; edits made while the save was in progress stay unsaved changes. */
export function applySaved(context: RecordFormContext): ContextChange {
  const { saveResult, submittedValues, values, baseValues } = context;
  if (!saveResult) return NOTHING_PENDING;
  // the record stays as it is until the date
  if (saveResult.datedSet) return hasChangedSinceSubmit(context) ? NOTHING_PENDING : { ...reset(context), saveResult };
  if (saveResult.status === 202) {
    const changes = changedPointers(baseValues, submittedValues).map((pointer) => ({
      pointer,
      value: readPointer(submittedValues, pointer),
    }));
    const { proposalVersion: version = context.ownProposal.version } = saveResult;
    return { ...NOTHING_PENDING, ownProposal: { version, changes } };
  }
  const { record } = saveResult;
  const { merged, conflicts } = mergeThreeWay(submittedValues, context.toValues(record), values);
  return {
    ...loadRecord(context, record),
    values: conflicts.reduce((data, pointer) => copyPointer(data, values, pointer), merged),
  };
}

/** Reports why a request failed; the values stay as they are. */
export function reportFailure(error: unknown): ContextChange {
  if (error instanceof Problem) return { problem: error, errors: error.fields, submittedValues: null };
  const message = error instanceof Error ? error.message : String(error);
  return { problem: new Problem({ status: 0, code: 0, key: 'unknownError', message }, error), submittedValues: null };
}

export const copyPointer = (data: Data, from: Data, pointer: string): Data =>
  writePointer(data, pointer, readPointer(from, pointer));
