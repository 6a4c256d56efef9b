import { useEffect, useRef } from 'react';
import type { EntityUi } from '#crud/define-entity.ts';
import { readPointer } from '#crud/merge.ts';
import { resource } from '#crud/resource.ts';
import { useLoaded } from '#crud/use-loaded.ts';
import { useSession } from '#session/use-session.ts';
import { withProposal } from './use-record.ts';
import type { useRecordForm } from './use-record-form.ts';

type Form = ReturnType<typeof useRecordForm>;

const settled = new Set(['approved', 'active', 'inactive']);

/** Goes on from the author's own open proposal; tells of somebody else's, and whether a save will be one. */
export function useOwnProposal(entity: EntityUi, id: number | null, state: Form['state'], send: Form['send']) {
  const { user } = useSession();
  const { data } = useSurroundings(entity, id);
  const proposal = data?.proposal?.proposal;
  const mine = proposal?.by === user?.username;
  const taken = useRef(false);
  const ready = state.matches({ editing: 'pristine' }) && state.context.base !== null;
  useEffect(() => {
    if (taken.current || !ready || !data) return;
    taken.current = true;
    if (!mine || !proposal?.after) return;
    for (const pointer of proposal.changes) {
      send({ type: 'CHANGE', pointer, value: readPointer(proposal.after, pointer) });
    }
  }, [ready, data, mine, proposal, send]);
  const status = data?.record.status;
  const review = data?.review === 'second-person' && status !== undefined && settled.has(status);
  return { review, others: proposal && !mine ? proposal.by : undefined };
}

/** What the form must know beside the record itself; nothing for a new one. */
function useSurroundings(entity: EntityUi, id: number | null) {
  return useLoaded(`${entity.key} ${id} surroundings`, async (signal) => {
    if (id === null) return undefined;
    return withProposal(resource(entity), id, signal);
  });
}
