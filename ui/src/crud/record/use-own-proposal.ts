import { useEffect, useMemo, useRef } from 'react';
import type { EntityUi } from '#crud/define-entity.ts';
import { readPointer, writePointer } from '#crud/merge.ts';
import { resource } from '#crud/resource.ts';
import { useLoaded } from '#crud/use-loaded.ts';
import { useSession } from '#session/use-session.ts';
import { withProposal } from './use-record.ts';
import type { useRecordForm } from './use-record-form.ts';

type Form = ReturnType<typeof useRecordForm>;
export type Surroundings = Awaited<ReturnType<typeof withProposal>>;

const settled = new Set(['approved', 'active', 'inactive']);
const none: readonly { pointer: string; value: unknown }[] = [];

/**
 * Goes on from the author's own open proposal; tells of somebody else's, whether a save will be one, and what was
 * proposed already and so is no change to lose.
 */
export function useOwnProposal({ state, send }: Form, around: Surroundings | undefined) {
  const { user } = useSession();
  const proposal = around?.proposal?.proposal;
  const mine = proposal?.by === user?.username;
  const taken = useRef(false);
  const { base, baseValues } = state.context;
  const changes = useMemo(() => {
    const { after, changes: pointers = [] } = (mine && proposal) || {};
    return after ? pointers.map((pointer) => ({ pointer, value: readPointer(after, pointer) })) : none;
  }, [mine, proposal]);
  const proposed = useMemo(
    () =>
      changes === none || !base
        ? undefined
        : changes.reduce((all, { pointer, value }) => writePointer(all, pointer, value), baseValues),
    [changes, base, baseValues],
  );
  const ready = state.matches({ editing: 'pristine' }) && base !== null;
  useEffect(() => {
    if (taken.current || !ready || !around) return;
    taken.current = true;
    for (const change of changes) send({ type: 'CHANGE', ...change });
  }, [ready, around, changes, send]);

  /** Back to the record, or to the proposal one came to change. */
  function discard(): void {
    taken.current = false;
    send({ type: 'DISCARD' });
  }
  const status = around?.record.status;
  const review = around?.review === 'second-person' && status !== undefined && settled.has(status);
  return { review, others: proposal && !mine ? proposal.by : undefined, proposed, discard };
}

/** What a form must know beside the record itself; nothing for a new one. */
export function useSurroundings(entity: EntityUi, id: number | null): Surroundings | undefined {
  const { data } = useLoaded(`${entity.key} ${id} surroundings`, async (signal) => {
    if (id === null) return undefined;
    return withProposal(resource(entity), id, signal);
  });
  return data;
}
