import type { Entity } from '#api/facts.gen.ts';
import { useOverview } from '#crud/use-overview.ts';

/** How many records there are of each kind, for the menu. */
export function useTotals(): Map<Entity, number> {
  const { data } = useOverview(1);
  return new Map(data?.entities.map(({ entity, total }) => [entity, total]));
}
