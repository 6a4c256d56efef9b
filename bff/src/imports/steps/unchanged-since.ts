import type { Entity, Stored } from '#crud/model.ts';
import { changedPointers } from '#crud/pointers.ts';
import { type Proposal, readOpenProposals } from '#crud/proposals.ts';
import { createCodeHydrator, fieldsOf } from '#crud/rows.ts';
import { readLoggedVersions } from '#crud/versions.ts';
import type { Database } from '#database';
import type { CellProblem } from '../columns/parse-draft.ts';

/** Those of the records whose fields are still those of that version; their status may have moved on. */
export async function findUnchangedIds(
  db: Database,
  entity: Entity,
  all: { current: Stored; version: number }[],
): Promise<Set<number>> {
  const versions = all.map(({ current, version }) => ({ current, recordId: current.record.id, version }));
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

/** The open proposals beside these records by their ids. */
export async function readOpenProposalsById(
  db: Database,
  entity: Entity,
  ids: number[],
): Promise<Map<number, Proposal>> {
  return new Map((await readOpenProposals(db, entity, ids)).map((proposal) => [proposal.recordId, proposal]));
}

export const proposalOpenProblem = ({ author }: Proposal): CellProblem => ({
  ...{ column: undefined, pointer: undefined, rule: 'proposalOpen' },
  parameters: { by: author },
});
