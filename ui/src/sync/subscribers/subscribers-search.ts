import { enums } from '#api/metadata.gen.ts';
import { createListSearchParser } from '#crud/list/list-search.ts';

export const subscriberPanels = ['view', 'edit', 'new', 'delivery'] as const;

export const SUBSCRIBERS_PATH = '/data-subscriber';

/** Parses the URL parameters of the subscribers page. `item` is the open delivery. */
export const parseSubscribersSearch = createListSearchParser({
  sorts: ['name', 'createTime', 'updateTime'],
  panels: subscriberPanels,
  filters: { state: enums.SyncState, entity: enums.Entity },
});
