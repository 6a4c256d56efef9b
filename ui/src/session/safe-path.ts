import { openPages, pageOf } from './guard.ts';

/**
 * The path within this product that a text names, or `/` where it names anything else: another origin (`//evil`,
 * `https:…`, `\\evil`), a script (`javascript:…`), or the pages that nobody means to be sent to after signing in.
 */
export function safePath(text: unknown): string {
  if (typeof text !== 'string' || !text.startsWith('/')) return '/';
  // An origin of nowhere: what a browser would make of the text shows in what the text does to it.
  const nowhere = 'http://nowhere.invalid';
  const url = URL.canParse(text, nowhere) ? new URL(text, nowhere) : undefined;
  if (url?.origin !== nowhere || url.pathname.startsWith('//')) return '/';
  if (openPages.includes(pageOf(url.pathname))) return '/';
  return `${url.pathname}${url.search}${url.hash}`;
}

/** What the address of /login keeps of where somebody wanted to go; home needs no word. */
export function returnToSearch(href: string): { to?: string } {
  const to = safePath(href);
  return to === '/' ? {} : { to };
}
