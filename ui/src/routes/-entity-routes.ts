import { lazyRouteComponent } from '@tanstack/react-router';
import type { EntityKey } from '#api/metadata.gen.ts';
import { parseFormSearch } from '#crud/form/definition/form-search.ts';
import { createEntityListSearchParser, type ListSearch } from '#crud/list/list-search.ts';
import type { LoadCause } from '#crud/read/query-client.ts';
import { createLazyCode } from '#kit/lazy-code.ts';
import { headWithTitle } from './-page-title.tsx';

// The router's code splitting covers only components in route files, so these routes load their pages themselves.
const listCode = createLazyCode(() => import('./-entity-list.tsx'));
const loadForm = () => import('./-entity-form.tsx');

interface ListLoadOptions {
  deps: ListSearch;
  cause: LoadCause;
}

/** Returns the options of the route that lists the records of an entity. */
export const listRouteOptions = (key: EntityKey) => ({
  head: headWithTitle(`entity.${key}.many`),
  staticData: { permission: `${key}:read` },
  validateSearch: createEntityListSearchParser(key),
  loaderDeps: ({ search }: { search: ListSearch }) => search,
  // Does not await anything once the code is loaded, so that controls whose state is in the URL react to a click at once.
  loader: ({ deps, cause }: ListLoadOptions) =>
    listCode.loaded
      ? listCode.loaded.prefetchEntityList(key, deps, cause)
      : listCode.load().then((loaded) => loaded?.prefetchEntityList(key, deps, cause)),
  component: lazyRouteComponent(async () => ({ default: (await import('./-entity-list.tsx')).createListPage(key) })),
});

/** Returns the options of the route with the form of an entity, if the form has a page of its own. */
export const formRouteOptions = (key: EntityKey) => ({
  head: headWithTitle(`entity.${key}.many`),
  staticData: { permission: `${key}:read` },
  validateSearch: parseFormSearch,
  component: lazyRouteComponent(async () => ({ default: (await loadForm()).createFormPage(key) })),
});
