import type { Entity } from '#crud/model.ts';
import { openProposals, type Proposal } from '#crud/proposals.ts';
import type { Database } from '#database';
import type { CellProblem } from '../columns/parse-draft.ts';

/** The open proposals beside these records by their ids. */
export async function proposalsBeside(db: Database, entity: Entity, ids: number[]): Promise<Map<number, Proposal>> {
  return new Map((await openProposals(db, entity, ids)).map((proposal) => [proposal.recordId, proposal]));
}

export const proposalOpen = ({ author }: Proposal): CellProblem => ({
  ...{ column: undefined, pointer: undefined, rule: 'proposalOpen' },
  parameters: { by: author },
});
