import type { EntityKey } from '#api/metadata.gen.ts';
import type { EntityUi } from '#crud/define-entity.ts';
import { entities } from '#entities/index.ts';

const entitiesByKey = new Map(entities.map((entity) => [entity.key, entity]));

export function getEntity(key: EntityKey): EntityUi {
  const entity = entitiesByKey.get(key);
  if (!entity) throw new Error(`ui/src/entities/index.ts has no ${key}`);
  return entity;
}
