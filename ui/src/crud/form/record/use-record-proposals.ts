import { useEffect, useRef } from 'react';
import { workingSet } from '#crud/change-set/working-set.ts';
import type { EntityUi } from '#crud/define-entity.ts';
import { proposedValueChanges, toOwnProposal } from '#crud/form/definition/own-proposal.ts';
import { isEqual } from '#crud/form/state/merge.ts';
import type { FormMachine } from '#crud/form/state/use-form-machine.ts';
import { readPointer } from '#crud/pointers.ts';
import { readOnceOptions } from '#crud/read/query-client.ts';
import { type Read, useRead } from '#crud/read/use-read.ts';
import { readRecordWithProposals } from '#crud/record/use-record.ts';
import { resourceClient } from '#crud/resource.ts';
import { useSession } from '#session/use-session.ts';

export type RecordWithProposals = Awaited<ReturnType<typeof readRecordWithProposals>>;

const REVIEWED_STATUSES = new Set(['approved', 'active', 'inactive']);
const NO_POINTERS: readonly string[] = [];

/**
 * Fills the form with the user's own open proposal, or with a rejected one, and returns what a save will do. `newest` is the context that
 * the server has by now, where the page waits for the user to show it.
 */
export function useRecordProposals(
  { state, send }: FormMachine,
  recordWithProposals: RecordWithProposals | undefined,
  newest: RecordWithProposals | undefined = recordWithProposals,
) {
  const { user } = useSession();
  const proposal = recordWithProposals?.openProposal?.proposal;
  const isOwn = proposal?.by === user?.username;
  const { record } = state.context;
  const startingProposal = recordWithProposals?.startsFromProposal
    ? recordWithProposals.rejectedProposal?.proposal
    : undefined;
  const lastRecord = useRef<RecordWithProposals>(undefined);
  const isEditing = state.matches('editing');
  const isReady = isEditing || state.matches('draftOffered');
  useEffect(() => {
    // applying the same response twice would overwrite the result of a save made in between
    // in a change set, the form starts with the values of the set
    if (workingSet() || !isReady || !recordWithProposals || lastRecord.current === recordWithProposals) return;
    lastRecord.current = recordWithProposals;
    const { upcoming } = recordWithProposals;
    send({ type: 'REFRESH_PROPOSAL', upcoming, ownProposal: toOwnProposal(proposal, user?.username) });
  }, [isReady, recordWithProposals, user, proposal, send]);

  const isFilled = useRef(false);
  const continuesDraft = state.context.draft !== null;
  useEffect(() => {
    if (isFilled.current || !isEditing || !recordWithProposals || workingSet()?.showsLive) return;
    isFilled.current = true;
    if (isOwn || continuesDraft) return;
    if (!startingProposal) return;
    for (const change of proposedValueChanges(startingProposal)) send({ type: 'CHANGE', ...change });
  }, [isEditing, recordWithProposals, isOwn, continuesDraft, startingProposal, send]);

  const openProposal = newest?.openProposal?.proposal;
  const status = recordWithProposals?.record.status;
  const hasChangedSince = (pointer: string) =>
    !isEqual(readPointer(record, pointer) ?? null, readPointer(startingProposal?.base ?? {}, pointer) ?? null);
  return {
    savesAsProposal:
      recordWithProposals?.review === 'second-person' && status !== undefined && REVIEWED_STATUSES.has(status),
    /** The open proposal that the server has, whoever made it. */
    openProposal,
    /** The author of an open proposal by somebody else. */
    otherProposer: openProposal && openProposal.by !== user?.username ? openProposal.by : undefined,
    /** The rejected proposal whose values the form started with. */
    startingProposal: isOwn ? undefined : startingProposal,
    /** The fields of that proposal that have changed in the record since it was made. */
    changedSinceRejection: startingProposal && record ? startingProposal.changes.filter(hasChangedSince) : NO_POINTERS,
  };
}

/** Loads a record's proposals for its form; nothing for a new record. */
export const useRecordWithProposals = (
  entity: EntityUi,
  id: number | null,
  fromProposal?: number,
): Read<RecordWithProposals> =>
  useRead({
    ...readOnceOptions,
    queryKey: [entity.key, id, fromProposal ?? null, 'form context'],
    queryFn: ({ signal }) => readRecordWithProposals(resourceClient(entity), id ?? 0, signal, fromProposal),
    enabled: id !== null,
  });
