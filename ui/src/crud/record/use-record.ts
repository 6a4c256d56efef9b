import { Problem } from '#api/problem.ts';
import type { EntityUi } from '#crud/define-entity.ts';
import { resource } from '#crud/resource.ts';
import { useLive } from '#crud/use-live.ts';

/** A record with what surrounds it: the open proposal, what refers to it, its latest changes; nothing of a new one. */
export function useRecord(entity: EntityUi, id: number | null) {
  return useLive(`${entity.key} ${id}`, async (signal) => {
    if (id === null) return undefined;
    const calls = resource(entity);
    const [found, references, history] = await Promise.all([
      withProposal(calls, id, signal),
      calls.references(id, signal),
      calls.history(id, null, signal),
    ]);
    return { ...found, references: references.data, history: history.data };
  });
}

export type WholeRecord = NonNullable<ReturnType<typeof useRecord>['data']>;

/** A record, and the proposal that is open beside it. */
export async function withProposal(calls: ReturnType<typeof resource>, id: number, signal: AbortSignal) {
  const { data } = await calls.get(id);
  const proposal = data.proposed ? (await calls.proposal(id, signal).catch(noneIfMissing))?.data : undefined;
  return { ...data, proposal };
}

/** Decided on or withdrawn since the record was read. */
function noneIfMissing(error: unknown): undefined {
  if (error instanceof Problem && error.status === 404) return undefined;
  throw error;
}
