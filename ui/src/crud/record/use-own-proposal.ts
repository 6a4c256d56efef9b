import { useEffect, useRef, useState } from 'react';
import type { EntityUi } from '#crud/define-entity.ts';
import { readPointer, writePointer } from '#crud/merge.ts';
import type { Data } from '#crud/pointers.ts';
import { resource } from '#crud/resource.ts';
import { useLoaded } from '#crud/use-loaded.ts';
import { useSession } from '#session/use-session.ts';
import { withProposal } from './use-record.ts';
import type { useRecordForm } from './use-record-form.ts';

type Form = ReturnType<typeof useRecordForm>;

const settled = new Set(['approved', 'active', 'inactive']);

/**
 * Goes on from the author's own open proposal; tells of somebody else's, whether a save will be one, and what was
 * proposed already and so is no change to lose.
 */
export function useOwnProposal(entity: EntityUi, id: number | null, state: Form['state'], send: Form['send']) {
  const { user } = useSession();
  const { data } = useSurroundings(entity, id);
  const proposal = data?.proposal?.proposal;
  const mine = proposal?.by === user?.username;
  const taken = useRef(false);
  const [proposed, setProposed] = useState<Data>();
  const { baseValues } = state.context;
  const ready = state.matches({ editing: 'pristine' }) && state.context.base !== null;
  useEffect(() => {
    if (taken.current || !ready || !data) return;
    taken.current = true;
    const { after, changes = [] } = (mine && proposal) || {};
    if (!after) return;
    const values = changes.map((pointer) => ({ pointer, value: readPointer(after, pointer) }));
    setProposed(values.reduce((all, { pointer, value }) => writePointer(all, pointer, value), baseValues));
    for (const change of values) send({ type: 'CHANGE', ...change });
  }, [ready, data, mine, proposal, baseValues, send]);

  /** Back to the record, or to the proposal one came to change. */
  function discard(): void {
    taken.current = false;
    send({ type: 'DISCARD' });
  }
  const status = data?.record.status;
  const review = data?.review === 'second-person' && status !== undefined && settled.has(status);
  return { review, others: proposal && !mine ? proposal.by : undefined, proposed, discard };
}

/** What the form must know beside the record itself; nothing for a new one. */
function useSurroundings(entity: EntityUi, id: number | null) {
  return useLoaded(`${entity.key} ${id} surroundings`, async (signal) => {
    if (id === null) return undefined;
    return withProposal(resource(entity), id, signal);
  });
}
