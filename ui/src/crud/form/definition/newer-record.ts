import { Problem } from '#api/problem.ts';
import type { EntityUi } from '#crud/define-entity.ts';
import { conflictingRecord } from '#crud/form/state/conflicts.ts';
import type { LoadedRecord, RecordData } from '#crud/form/state/form-context.ts';
import { changedPointers, findCodeChanges } from '#crud/form/state/merge.ts';
import { readRecordWithProposals } from '#crud/record/use-record.ts';
import { type Change, type HistoryResponse, resourceClient } from '#crud/resource.ts';
import { session } from '#session/session.ts';
import { editableFields } from './form-definition.ts';
import { toOwnProposal } from './own-proposal.ts';

const READ_TIMEOUT_MS = 5000;

/** Returns the refusal (412) of a save with the record, and the user's own proposal, as they are now. */
export async function toConflict(
  entity: EntityUi,
  refusal: Problem,
  { id, version }: Pick<RecordData, 'id' | 'version'>,
): Promise<Problem> {
  const current = (await readCurrent(entity, id)) ?? conflictingRecord(refusal);
  if (!current) return refusal;
  const { message } = refusal;
  return new Problem({ ...refusal, message, current: await addCodeChanges(entity, current, version) });
}

/** Reads a record with the user's own open proposal, either of which may have changed; undefined if that fails. */
async function readCurrent(entity: EntityUi, id: number): Promise<LoadedRecord | undefined> {
  try {
    const signal = AbortSignal.timeout(READ_TIMEOUT_MS);
    const { record, openProposal } = await readRecordWithProposals(resourceClient(entity), id, signal);
    return { ...record, ownProposal: toOwnProposal(openProposal?.proposal, session.user?.username) };
  } catch {
    return undefined;
  }
}

/** Adds the code changes of a record's references since the version that the user's edits are based on. */
export async function addCodeChanges(entity: EntityUi, record: RecordData, baseVersion: number): Promise<LoadedRecord> {
  if (baseVersion >= record.version) return record;
  const changes = await readChangesSince(entity, record, baseVersion);
  // without its history, a changed code is merged or reported as a conflict like any other change
  return changes ? { ...record, codeChanges: toCodeChanges(changes) } : record;
}

/** Loads a record with those who have changed its values since a version, the earliest first. */
export async function loadNewerRecord(entity: EntityUi, id: number, baseVersion: number) {
  const { record } = (await resourceClient(entity).get(id)).data;
  const changes = (await readChangesSince(entity, record, baseVersion)) ?? [];
  const authors = changes.flatMap(({ action, before, after }) => {
    const hasNewValues = before && after && changedPointers(editableFields(before), editableFields(after)).length > 0;
    return hasNewValues && action !== 'reference' ? after.updatedBy : [];
  });
  const loaded: LoadedRecord = { ...record, codeChanges: toCodeChanges(changes) };
  return { loaded, authors: authors.length > 0 ? [...new Set(authors)] : [record.updatedBy] };
}

/** Reads what has been done to a record since a version, the earliest first; undefined if its history cannot be read. */
async function readChangesSince(entity: EntityUi, { id, version: newest }: RecordData, baseVersion: number) {
  const signal = AbortSignal.timeout(READ_TIMEOUT_MS);
  const changes: Change[] = [];
  try {
    let cursor: string | null = null;
    do {
      const { data }: { data: HistoryResponse } = await resourceClient(entity).history(id, cursor, signal);
      changes.push(...data.items);
      cursor = data.nextCursor;
    } while (cursor && changes.every(({ version }) => version > baseVersion));
    return changes.filter(({ version }) => version > baseVersion && version <= newest).reverse();
  } catch {
    return undefined;
  }
}

const toCodeChanges = (changes: readonly Change[]) =>
  changes.flatMap(({ action, before, after }) =>
    action === 'reference' && before && after ? findCodeChanges(editableFields(before), editableFields(after)) : [],
  );
