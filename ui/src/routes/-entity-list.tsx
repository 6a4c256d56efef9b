import type { EntityKey } from '#api/metadata.gen.ts';
import { ListPage } from '#crud/list/list-page.tsx';
import type { ListSearch } from '#crud/list/list-search.ts';
import { prefetchList } from '#crud/list/use-list.ts';
import type { LoadCause } from '#crud/read/query-client.ts';
import { getEntity } from './-frame/get-entity.ts';

/** Creates the page that lists the records of an entity. */
export const createListPage = (key: EntityKey) => () => <ListPage entity={getEntity(key)} />;

export const prefetchEntityList = (key: EntityKey, search: ListSearch, cause: LoadCause): void =>
  prefetchList(getEntity(key), search, cause);
