import type { EntityUi } from '#crud/define-entity.ts';
import { type Change, type HistoryData, resource } from '#crud/resource.ts';
import { usePages } from '#crud/use-pages.ts';

/** The pages of a record's history so far, and the record itself unless it is deleted. */
export function useHistory(entity: EntityUi, id: number) {
  const { items: changes, ...pages } = usePages<Change, HistoryData>(
    `${entity.key} ${id} history`,
    async (cursor, signal) => (await resource(entity).history(id, cursor, signal)).data,
    ({ seq }) => seq,
  );
  return { ...pages, changes, record: changes[0]?.after ?? undefined };
}
