import type { Entity } from '#api/facts.gen.ts';
import { useOverview } from '#crud/use-overview.ts';

/** For the menu: how many records there are of each kind, and how many people wait to be let in. */
export function useTotals() {
  const { data } = useOverview(1);
  return {
    records: new Map<Entity, number>(data?.entities.map(({ entity, total }) => [entity, total])),
    people: data?.people?.pending ?? 0,
  };
}
