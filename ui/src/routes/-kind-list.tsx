import type { Entity } from '#api/facts.gen.ts';
import { ListPage } from '#crud/list/list-page.tsx';
import type { ListSearch } from '#crud/list/list-search.ts';
import { prefetchList } from '#crud/list/use-list.ts';
import type { LoadCause } from '#crud/query-client.ts';
import { entityOf } from './-frame/entity-of.ts';

/** The page that lists the records of a kind. */
export const listPageOf = (kind: Entity) => () => <ListPage entity={entityOf(kind)} />;

export const prefetchListOf = (kind: Entity, search: ListSearch, cause: LoadCause): void =>
  prefetchList(entityOf(kind), search, cause);
