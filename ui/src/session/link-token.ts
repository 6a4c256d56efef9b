import { pageOf } from './guard.ts';

export interface LinkToken {
  purpose: 'reset' | 'invite' | 'setup';
  token: string;
}

const places: Record<string, readonly LinkToken['purpose'][]> = {
  '/login': ['reset'],
  '/register': ['invite', 'setup'],
};

/**
 * The one-time token of the link that opened the page, out of its address at once: neither the address bar nor the
 * history nor a link's referrer shall tell it. What it was for stays in the address.
 */
export function takeLinkToken(location: Pick<Location, 'pathname' | 'search'>, history: Pick<History, 'replaceState'>) {
  const search = new URLSearchParams(location.search);
  for (const purpose of places[pageOf(location.pathname)] ?? []) {
    const token = search.get(purpose);
    if (!token) continue;
    history.replaceState(null, '', `${location.pathname}?${purpose}=`);
    return { purpose, token };
  }
  return undefined;
}

const found = typeof window === 'undefined' ? undefined : takeLinkToken(window.location, window.history);

/** The token that this page was opened with, if it was for this. */
export const linkToken = (...purposes: LinkToken['purpose'][]): LinkToken | undefined =>
  found && purposes.includes(found.purpose) ? found : undefined;
