import type { Entity } from '#api/facts.gen.ts';
import type { EntityUi } from '#crud/define-entity.ts';
import { entities } from '#entities/index.ts';

const byKey = new Map(entities.map((entity) => [entity.key, entity]));

export function entityOf(key: Entity): EntityUi {
  const found = byKey.get(key);
  if (!found) throw new Error(`ui/src/entities/index.ts has no ${key}`);
  return found;
}
