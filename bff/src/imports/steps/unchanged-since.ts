import { readLoggedVersions } from '#crud/history/versions.ts';
import type { Entity, StoredRecord } from '#crud/model.ts';
import { changedPointers } from '#crud/pointers.ts';
import { type Proposal, readOpenProposals } from '#crud/review/proposals.ts';
import { createCodeHydrator, fieldsOf } from '#crud/rows.ts';
import type { Database } from '#database';
import type { CellProblem } from '../columns/parse-raw-record.ts';

/** Returns the ids of records whose fields are the same as in that version; their status may have changed. */
export async function findUnchangedIds(
  db: Database,
  entity: Entity,
  writtenVersions: { current: StoredRecord; version: number }[],
): Promise<Set<number>> {
  const versions = writtenVersions.map(({ current, version }) => ({ current, recordId: current.record.id, version }));
  const changedVersions = versions.filter(({ current, version }) => current.record.version !== version);
  const loggedAt = await readLoggedVersions(db, entity, changedVersions);
  const withCurrentCodes = await createCodeHydrator(
    db,
    entity,
    changedVersions.flatMap((version) => loggedAt(version)?.after ?? []),
  );
  const isUnchanged = ({ current, ...version }: (typeof versions)[number]) => {
    if (current.record.version === version.version) return true;
    const versionThen = loggedAt(version);
    return (
      versionThen !== undefined &&
      changedPointers(withCurrentCodes(versionThen.after).fields, fieldsOf(entity, current.record)).length === 0
    );
  };
  return new Set(versions.filter(isUnchanged).map(({ recordId }) => recordId));
}

/** Reads the open proposals for these records, by record id. */
export async function readOpenProposalsById(
  db: Database,
  entity: Entity,
  ids: number[],
): Promise<Map<number, Proposal>> {
  return new Map((await readOpenProposals(db, entity, ids)).map((proposal) => [proposal.recordId, proposal]));
}

export const proposalOpenProblem = ({ author }: Proposal): CellProblem => ({
  column: undefined,
  pointer: undefined,
  rule: 'proposalOpen',
  parameters: { by: author },
});
