import { useEffect, useMemo, useRef } from 'react';
import type { EntityUi } from '#crud/define-entity.ts';
import type { FormMachine } from '#crud/form/form-shell.tsx';
import { readPointer, writePointer } from '#crud/pointers.ts';
import { readOnceOptions } from '#crud/read/query-client.ts';
import { type Read, useRead } from '#crud/read/use-read.ts';
import { readRecordWithProposals } from '#crud/record/use-record.ts';
import { resourceClient } from '#crud/resource.ts';
import { useSession } from '#session/use-session.ts';
import { isEqual } from './merge.ts';

export type RecordContext = Awaited<ReturnType<typeof readRecordWithProposals>>;

const REVIEWED_STATUSES = new Set(['approved', 'active', 'inactive']);
const NO_CHANGES: readonly { pointer: string; value: unknown }[] = [];
const NO_POINTERS: readonly string[] = [];

/** Fills the form with the user's own open proposal, or with a rejected one, and returns what a save will do. */
export function useOwnProposal({ state, send }: FormMachine, recordContext: RecordContext | undefined) {
  const { user } = useSession();
  const proposal = recordContext?.openProposal?.proposal;
  const isOwn = proposal?.by === user?.username;
  const isFilled = useRef(false);
  const { base, baseValues } = state.context;
  const fromProposal = recordContext?.fromProposal ? recordContext.rejectedProposal?.proposal : undefined;
  const source = isOwn ? proposal : fromProposal;
  const changes = useMemo(() => {
    const { after, changes: pointers = [] } = source ?? {};
    return after ? pointers.map((pointer) => ({ pointer, value: readPointer(after, pointer) })) : NO_CHANGES;
  }, [source]);
  const proposedValues = useMemo(
    () =>
      !isOwn || changes === NO_CHANGES || !base
        ? undefined
        : changes.reduce((values, { pointer, value }) => writePointer(values, pointer, value), baseValues),
    [isOwn, changes, base, baseValues],
  );
  const isReady = state.matches({ editing: 'pristine' }) && base !== null;
  useEffect(() => {
    if (isFilled.current || !isReady || !recordContext) return;
    isFilled.current = true;
    for (const change of changes) send({ type: 'CHANGE', ...change });
  }, [isReady, recordContext, changes, send]);

  /** Resets the form to the record, or to the proposal that is being edited. */
  function discard(): void {
    isFilled.current = false;
    send({ type: 'DISCARD' });
  }
  const status = recordContext?.record.status;
  const hasChangedSince = (pointer: string) =>
    !isEqual(readPointer(base, pointer) ?? null, readPointer(fromProposal?.base ?? {}, pointer) ?? null);
  return {
    savesAsProposal: recordContext?.review === 'second-person' && status !== undefined && REVIEWED_STATUSES.has(status),
    /** The author of an open proposal by somebody else. */
    otherProposer: proposal && !isOwn ? proposal.by : undefined,
    proposedValues,
    discard,
    /** The rejected proposal whose values the form started with. */
    fromProposal: isOwn ? undefined : fromProposal,
    /** The fields of that proposal that have changed in the record since it was made. */
    changedSinceRejection: fromProposal && base ? fromProposal.changes.filter(hasChangedSince) : NO_POINTERS,
  };
}

/** Loads a record's proposals for its form; nothing for a new record. */
export const useRecordContext = (entity: EntityUi, id: number | null, fromProposal?: number): Read<RecordContext> =>
  useRead({
    ...readOnceOptions,
    queryKey: [entity.key, id, fromProposal ?? null, 'form context'],
    queryFn: ({ signal }) => readRecordWithProposals(resourceClient(entity), id ?? 0, signal, fromProposal),
    enabled: id !== null,
  });
