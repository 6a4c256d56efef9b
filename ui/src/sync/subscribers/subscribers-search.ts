import { enums } from '#api/facts.gen.ts';
import { parseListSearch } from '#crud/list/list-search.ts';

export const panels = ['view', 'edit', 'new', 'delivery'] as const;

export const path = '/data-subscriber';

/** What the address of the subscribers may say; `item` is the delivery that is open. */
export const subscribersSearch = parseListSearch({
  sorts: ['name', 'createTime', 'updateTime'],
  panels,
  filters: { state: enums.SyncState, entity: enums.Entity },
});
