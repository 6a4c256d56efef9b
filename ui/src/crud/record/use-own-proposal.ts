import { useEffect, useMemo, useRef } from 'react';
import type { EntityUi } from '#crud/define-entity.ts';
import { readPointer, same, writePointer } from '#crud/merge.ts';
import { readOnce } from '#crud/query-client.ts';
import { resource } from '#crud/resource.ts';
import { type Read, useRead } from '#crud/use-read.ts';
import { useSession } from '#session/use-session.ts';
import { withProposal } from './use-record.ts';
import type { useRecordForm } from './use-record-form.ts';

type Form = ReturnType<typeof useRecordForm>;
export type RecordContext = Awaited<ReturnType<typeof withProposal>>;

const settled = new Set(['approved', 'active', 'inactive']);
const none: readonly { pointer: string; value: unknown }[] = [];

/**
 * Goes on from the author's own open proposal; tells of somebody else's, whether a save will be one, and what was
 * proposed already and so is no change to lose.
 */
export function useOwnProposal({ state, send }: Form, recordContext: RecordContext | undefined) {
  const { user } = useSession();
  const proposal = recordContext?.proposal?.proposal;
  const mine = proposal?.by === user?.username;
  const taken = useRef(false);
  const { base, baseValues } = state.context;
  const again = recordContext?.again ? recordContext.rejected?.proposal : undefined;
  const source = mine ? proposal : again;
  const changes = useMemo(() => {
    const { after, changes: pointers = [] } = source ?? {};
    return after ? pointers.map((pointer) => ({ pointer, value: readPointer(after, pointer) })) : none;
  }, [source]);
  const proposed = useMemo(
    () =>
      !mine || changes === none || !base
        ? undefined
        : changes.reduce((all, { pointer, value }) => writePointer(all, pointer, value), baseValues),
    [mine, changes, base, baseValues],
  );
  const ready = state.matches({ editing: 'pristine' }) && base !== null;
  useEffect(() => {
    if (taken.current || !ready || !recordContext) return;
    taken.current = true;
    for (const change of changes) send({ type: 'CHANGE', ...change });
  }, [ready, recordContext, changes, send]);

  /** Back to the record, or to the proposal one came to change. */
  function discard(): void {
    taken.current = false;
    send({ type: 'DISCARD' });
  }
  const status = recordContext?.record.status;
  /** What of a rejected proposal has changed in the live record since it was made. */
  const moved =
    again && base
      ? again.changes.filter((at) => !same(readPointer(base, at) ?? null, readPointer(again.base ?? {}, at) ?? null))
      : none;
  const review = recordContext?.review === 'second-person' && status !== undefined && settled.has(status);
  return {
    ...{ review, others: proposal && !mine ? proposal.by : undefined, proposed, discard },
    again: mine ? undefined : again,
    moved: moved as readonly string[],
  };
}

/** What a form must know beside the record itself; nothing for a new one. */
export const useRecordContext = (entity: EntityUi, id: number | null, again?: number): Read<RecordContext> =>
  useRead({
    ...readOnce,
    queryKey: [entity.key, id, again ?? null, 'surroundings'],
    queryFn: ({ signal }) => withProposal(resource(entity), id ?? 0, signal, again),
    enabled: id !== null,
  });
