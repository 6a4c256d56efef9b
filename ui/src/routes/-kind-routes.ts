import { lazyRouteComponent } from '@tanstack/react-router';
import type { Entity } from '#api/facts.gen.ts';
import { formSearch } from '#crud/form/form-search.ts';
import { type ListSearch, listSearch } from '#crud/list/list-search.ts';
import type { LoadCause } from '#crud/query-client.ts';
import { createLazyCode } from '#kit/lazy-code.ts';
import { headTitled } from './-page-title.tsx';

// The router's code splitting covers only components in route files, so these routes load their pages themselves.
const list = createLazyCode(() => import('./-kind-list.tsx'));
const loadForm = () => import('./-kind-form.tsx');

interface ListLoad {
  deps: ListSearch;
  cause: LoadCause;
}

/** The options of the route that lists the records of a kind. */
export const listRoute = (kind: Entity) => ({
  head: headTitled(`entity.${kind}.many`),
  staticData: { permission: `${kind}:read` },
  validateSearch: listSearch(kind),
  loaderDeps: ({ search }: { search: ListSearch }) => search,
  // Once the code is loaded nothing is awaited, so that controls whose state is in the address follow a click at once.
  loader: ({ deps, cause }: ListLoad) =>
    list.loaded
      ? list.loaded.prefetchListOf(kind, deps, cause)
      : list.load().then((loaded) => loaded?.prefetchListOf(kind, deps, cause)),
  component: lazyRouteComponent(async () => ({ default: (await import('./-kind-list.tsx')).listPageOf(kind) })),
});

/** The options of the route with the form of a kind that has one on a page of its own. */
export const formRoute = (kind: Entity) => ({
  head: headTitled(`entity.${kind}.many`),
  validateSearch: formSearch,
  component: lazyRouteComponent(async () => ({ default: (await loadForm()).formPageOf(kind) })),
});
