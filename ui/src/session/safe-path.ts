import { normalisePath, PUBLIC_PATHS } from './guard.ts';

/**
 * Returns a path within this product, or `/` for anything else: another origin (`//evil`, `https:…`, `\\evil`), a script
 * (`javascript:…`), or a public page, which is no place to return to after signing in.
 */
export function safePath(text: unknown): string {
  if (typeof text !== 'string' || !text.startsWith('/')) return '/';
  // resolves the text as a browser would; the origin changes if the text names another one
  const baseUrl = 'http://nowhere.invalid';
  const url = URL.canParse(text, baseUrl) ? new URL(text, baseUrl) : undefined;
  if (url?.origin !== baseUrl || url.pathname.startsWith('//')) return '/';
  if (PUBLIC_PATHS.includes(normalisePath(url.pathname))) return '/';
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Returns the search of /login that leads back to a page after signing in; empty for the home page. */
export function loginSearchFor(href: string): { to?: string } {
  const to = safePath(href);
  return to === '/' ? {} : { to };
}
