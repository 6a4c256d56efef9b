import { useEffect, useState } from 'react';
import { onRecordsChanged } from '#crud/changes.ts';
import type { EntityUi } from '#crud/define-entity.ts';
import { type Change, resource } from '#crud/resource.ts';
import { useLoaded } from '#crud/use-loaded.ts';

/** The pages of a record's history so far, and the record itself unless it is deleted. */
export function useHistory(entity: EntityUi, id: number) {
  const [cursor, setCursor] = useState<string | null>(null);
  const [earlier, setEarlier] = useState<Change[]>([]);
  const loaded = useLoaded(`${entity.key} ${id} history ${cursor}`, async (signal) => {
    const { data } = await resource(entity).history(id, cursor, signal);
    return data;
  });
  const { data, reload } = loaded;
  useEffect(
    () =>
      onRecordsChanged(() => {
        setEarlier([]);
        setCursor(null);
        reload();
      }),
    [reload],
  );
  const known = new Set(earlier.map(({ seq }) => seq));
  const changes = [...earlier, ...(data?.items ?? []).filter(({ seq }) => !known.has(seq))];
  const next = data?.nextCursor;
  const more = next
    ? () => {
        setEarlier(changes);
        setCursor(next);
      }
    : undefined;
  return { ...loaded, changes, record: changes[0]?.after ?? undefined, total: data?.total ?? 0, more };
}
