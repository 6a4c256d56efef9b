import { pageOf } from './guard.ts';

interface Address {
  pathname: string;
  search: object;
}

/** A path with one slash between its parts and none at its end. */
export const tidyPath = (path: string): string => path.replace(/\/{2,}/g, '/').replace(/(?<=[^/])\/$/, '');

/**
 * The address that a page should have where it was written otherwise: `/Country` is /country, and what its search says
 * beyond what the page understands is left out. Undefined where all is well; a slash too many at the end is well, since
 * the router takes a way from there to the same page for none.
 */
export function repairedAddress(
  location: Address,
  page: { pathname: string },
  understood: object,
): { to: string; search: object } | undefined {
  // what a path holds encoded, or no page understands, stays as it is
  const isSamePage = pageOf(location.pathname) === pageOf(page.pathname);
  const to = isSamePage && !page.pathname.endsWith('/') ? page.pathname : tidyPath(location.pathname);
  if (to === tidyPath(location.pathname) && saysOnly(location.search, understood)) return undefined;
  return { to, search: understood };
}

/** Whether all that was said was understood as it was said; a page may add to that what goes without saying. */
function saysOnly(said: object, understood: object): boolean {
  return Object.entries(said).every(
    ([name, value]) => value === undefined || String(value) === String(Reflect.get(understood, name)),
  );
}
