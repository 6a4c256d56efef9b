import { useEffect } from 'react';
import { Problem } from '#api/problem.ts';
import { onRecordsChanged } from '#crud/changes.ts';
import type { EntityUi } from '#crud/define-entity.ts';
import { resource } from '#crud/resource.ts';
import { useLoaded } from '#crud/use-loaded.ts';

/** A record with what surrounds it: the open proposal, what refers to it, its latest changes. */
export function useRecord(entity: EntityUi, id: number) {
  const loaded = useLoaded(`${entity.key} ${id}`, async (signal) => {
    const calls = resource(entity);
    const [found, proposal, references, history] = await Promise.all([
      calls.get(id, signal),
      calls.proposal(id, signal).catch(noneIfMissing),
      calls.references(id, signal),
      calls.history(id, null, signal),
    ]);
    return { ...found.data, proposal: proposal?.data, references: references.data, history: history.data };
  });
  useEffect(() => onRecordsChanged(loaded.reload), [loaded.reload]);
  return loaded;
}

export type WholeRecord = NonNullable<ReturnType<typeof useRecord>['data']>;

/** A proposal that is not there is no problem. */
export function noneIfMissing(error: unknown): undefined {
  if (error instanceof Problem && error.status === 404) return undefined;
  throw error;
}
