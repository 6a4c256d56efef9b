import { useEffect, useRef } from 'react';
import type { EntityUi } from '#crud/define-entity.ts';
import { readPointer } from '#crud/pointers.ts';
import { readWhenShownOptions } from '#crud/read/query-client.ts';
import { type Read, useRead } from '#crud/read/use-read.ts';
import { readRecordWithProposals } from '#crud/record/use-record.ts';
import { resourceClient } from '#crud/resource.ts';
import { useSession } from '#session/use-session.ts';
import { isEqual, NO_VALUE_CHANGES, type ValueChange } from './merge.ts';
import type { FormMachine } from './use-form-machine.ts';

export type RecordContext = Awaited<ReturnType<typeof readRecordWithProposals>>;

const REVIEWED_STATUSES = new Set(['approved', 'active', 'inactive']);
const NO_POINTERS: readonly string[] = [];

interface ProposedValues {
  after?: Record<string, unknown> | null;
  changes: readonly string[];
}

/** Returns the values that a proposal changes. */
function proposedChanges(proposal: ProposedValues | undefined): readonly ValueChange[] {
  const after = proposal?.after;
  return after
    ? proposal.changes.map((pointer) => ({ pointer, value: readPointer(after, pointer) }))
    : NO_VALUE_CHANGES;
}

/**
 * Fills the form with the user's own open proposal, or with a rejected one, and returns what a save will do. `newest` is the context that
 * the server has by now, where the page waits for the user to show it.
 */
export function useOwnProposal(
  { state, send }: FormMachine,
  recordContext: RecordContext | undefined,
  newest: RecordContext | undefined = recordContext,
) {
  const { user } = useSession();
  const proposal = recordContext?.openProposal?.proposal;
  const isOwn = proposal?.by === user?.username;
  const { record } = state.context;
  const fromProposal = recordContext?.fromProposal ? recordContext.rejectedProposal?.proposal : undefined;
  const lastContext = useRef<RecordContext>(undefined);
  const isEditing = state.matches('editing');
  const isReady = isEditing || state.matches('draftOffered');
  useEffect(() => {
    // the same answer again would take back what a save has changed since
    if (!isReady || !recordContext || lastContext.current === recordContext) return;
    lastContext.current = recordContext;
    send({ type: 'REFRESH_PROPOSAL', changes: isOwn ? proposedChanges(proposal) : NO_VALUE_CHANGES });
  }, [isReady, recordContext, isOwn, proposal, send]);

  const isFilled = useRef(false);
  const continuesDraft = state.context.draft !== null;
  useEffect(() => {
    if (isFilled.current || !isEditing || !recordContext) return;
    isFilled.current = true;
    if (isOwn || continuesDraft) return;
    for (const change of proposedChanges(fromProposal)) send({ type: 'CHANGE', ...change });
  }, [isEditing, recordContext, isOwn, continuesDraft, fromProposal, send]);

  const openProposal = newest?.openProposal?.proposal;
  const status = recordContext?.record.status;
  const hasChangedSince = (pointer: string) =>
    !isEqual(readPointer(record, pointer) ?? null, readPointer(fromProposal?.base ?? {}, pointer) ?? null);
  return {
    savesAsProposal: recordContext?.review === 'second-person' && status !== undefined && REVIEWED_STATUSES.has(status),
    /** The open proposal that the server has, whoever made it. */
    openProposal,
    /** The author of an open proposal by somebody else. */
    otherProposer: openProposal && openProposal.by !== user?.username ? openProposal.by : undefined,
    /** The rejected proposal whose values the form started with. */
    fromProposal: isOwn ? undefined : fromProposal,
    /** The fields of that proposal that have changed in the record since it was made. */
    changedSinceRejection: fromProposal && record ? fromProposal.changes.filter(hasChangedSince) : NO_POINTERS,
  };
}

/** Loads a record's proposals for its form; nothing for a new record. */
export const useRecordContext = (entity: EntityUi, id: number | null, fromProposal?: number): Read<RecordContext> =>
  useRead({
    ...readWhenShownOptions,
    queryKey: [entity.key, id, fromProposal ?? null, 'form context'],
    queryFn: ({ signal }) => readRecordWithProposals(resourceClient(entity), id ?? 0, signal, fromProposal),
    enabled: id !== null,
  });
