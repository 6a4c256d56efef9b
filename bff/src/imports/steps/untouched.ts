import type { Entity, Stored } from '#crud/model.ts';
import { changedPointers } from '#crud/pointers.ts';
import { type Proposal, readOpenProposals } from '#crud/proposals.ts';
import { createCodeHydrator, fieldsOf } from '#crud/rows.ts';
import { readLoggedVersions } from '#crud/versions.ts';
import type { Database } from '#database';
import type { CellProblem } from '../columns/parse-draft.ts';

/** Those of the records whose fields are still those of that version; their status may have moved on. */
export async function untouched(
  db: Database,
  entity: Entity,
  all: { current: Stored; version: number }[],
): Promise<Set<number>> {
  const asked = all.map(({ current, version }) => ({ current, recordId: current.record.id, version }));
  const moved = asked.filter(({ current, version }) => current.record.version !== version);
  const loggedAt = await readLoggedVersions(db, entity, moved);
  const bind = await createCodeHydrator(
    db,
    entity,
    moved.flatMap((version) => loggedAt(version)?.after ?? []),
  );
  const isSame = ({ current, ...version }: (typeof asked)[number]) => {
    if (current.record.version === version.version) return true;
    const then = loggedAt(version);
    return (
      then !== undefined && changedPointers(bind(then.after).fields, fieldsOf(entity, current.record)).length === 0
    );
  };
  return new Set(asked.filter(isSame).map(({ recordId }) => recordId));
}

/** The open proposals beside these records by their ids. */
export async function proposalsBeside(db: Database, entity: Entity, ids: number[]): Promise<Map<number, Proposal>> {
  return new Map((await readOpenProposals(db, entity, ids)).map((proposal) => [proposal.recordId, proposal]));
}

export const proposalOpen = ({ author }: Proposal): CellProblem => ({
  ...{ column: undefined, pointer: undefined, rule: 'proposalOpen' },
  parameters: { by: author },
});
