import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router';
import { normalisePath } from './guard.ts';

interface PageAddress {
  pathname: string;
  search: object;
}

/** Removes repeated and trailing slashes from a path. */
export const tidyPath = (path: string): string => path.replace(/\/{2,}/g, '/').replace(/(?<=[^/])\/$/, '');

/** Reads a text in quotes, in which addresses used to have what looks like JSON. @throws if it has none */
function parseQuoted(text: string): unknown {
  if (!text.startsWith('"')) throw new SyntaxError('no quotes');
  return JSON.parse(text);
}

/** How the router reads and writes URL parameters: `isMain=false` and `code=8700011` stand for themselves. */
export const searchFormat = {
  parseSearch: parseSearchWith(parseQuoted),
  stringifySearch: stringifySearchWith(JSON.stringify, parseQuoted),
};

/**
 * Returns the canonical address of a page if it differs: `/Country` becomes `/country`, and unknown URL parameters are
 * removed. Trailing slashes alone are accepted, because the router ignores a redirect that only removes them.
 */
export function canonicalLocation(
  location: PageAddress,
  page: { pathname: string },
  knownSearch: object,
): { to: string; search: object } | undefined {
  // encoded and unknown paths are kept
  const isSamePage = normalisePath(location.pathname) === normalisePath(page.pathname);
  const to = isSamePage && !page.pathname.endsWith('/') ? page.pathname : tidyPath(location.pathname);
  if (to === tidyPath(location.pathname) && isFullyKnown(location.search, knownSearch)) return undefined;
  return { to, search: knownSearch };
}

/** Whether the page kept every search parameter unchanged; it may add defaults. */
function isFullyKnown(search: object, knownSearch: object): boolean {
  return Object.entries(search).every(
    ([name, value]) => value === undefined || String(value) === String(Reflect.get(knownSearch, name)),
  );
}
