import { NO_PROPOSAL, NO_VALUE_CHANGES, type OwnProposal, type ValueChange } from '#crud/form/state/form-context.ts';
import { readPointer } from '#crud/pointers.ts';
import { ownOpenProposal } from '#crud/record/use-record.ts';
import type { Proposal } from '#crud/resource.ts';

/** Returns what a form keeps of the open proposal if it is the user's own. */
export function toOwnProposal(openProposal: Proposal | undefined, username: string | undefined): OwnProposal {
  const proposal = ownOpenProposal(openProposal, username);
  if (!proposal) return NO_PROPOSAL;
  const { version, action, time } = proposal;
  return { version, changes: proposedValueChanges(proposal), isDeletion: action === 'delete', time };
}

/** Returns the values that a proposal changes. */
export const proposedValueChanges = ({
  after,
  changes,
}: Pick<Proposal, 'after' | 'changes'>): readonly ValueChange[] =>
  after ? changes.map((pointer) => ({ pointer, value: readPointer(after, pointer) })) : NO_VALUE_CHANGES;
