import { useEffect } from 'react';
import { Problem } from '#api/problem.ts';
import { onRecordsChanged } from '#crud/changes.ts';
import type { EntityUi } from '#crud/define-entity.ts';
import { resource } from '#crud/resource.ts';
import { useLoaded } from '#crud/use-loaded.ts';

/** A record with what surrounds it: the open proposal, what refers to it, its latest changes; nothing of a new one. */
export function useRecord(entity: EntityUi, id: number | null) {
  const loaded = useLoaded(`${entity.key} ${id}`, async (signal) => {
    if (id === null) return undefined;
    const calls = resource(entity);
    const [found, references, history] = await Promise.all([
      withProposal(calls, id, signal),
      calls.references(id, signal),
      calls.history(id, null, signal),
    ]);
    return { ...found, references: references.data, history: history.data };
  });
  useEffect(() => onRecordsChanged(loaded.reload), [loaded.reload]);
  return loaded;
}

export type WholeRecord = NonNullable<ReturnType<typeof useRecord>['data']>;

/** A record, and the proposal that is open beside it. */
export async function withProposal(calls: ReturnType<typeof resource>, id: number, signal: AbortSignal) {
  const { data } = await calls.get(id, signal);
  const proposal = data.proposed ? (await calls.proposal(id, signal).catch(noneIfMissing))?.data : undefined;
  return { ...data, proposal };
}

/** Decided on or withdrawn since the record was read. */
function noneIfMissing(error: unknown): undefined {
  if (error instanceof Problem && error.status === 404) return undefined;
  throw error;
}
