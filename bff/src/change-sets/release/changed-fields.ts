import { withPartners } from '#crud/merge.ts';
import type { Entity } from '#crud/model.ts';
import { differingPointers } from '../engine/item.ts';
import { revivesRecord, type SetItem } from '../set-items.ts';

/** Returns pointers to what an item changes of its record, also to its status, and to the fields that make sense only together with them. */
export function findChangedFields(
  entity: Entity,
  item: Pick<SetItem, 'action' | 'base' | 'after' | 'event'>,
): string[] {
  const { base, after, event } = item;
  const fields = after ? withPartners(entity, differingPointers(base, after)) : [];
  return event !== null || revivesRecord(item) ? [...fields, '/status'] : fields;
}
