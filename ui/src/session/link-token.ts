import { normalisePath } from './guard.ts';

export interface LinkToken {
  purpose: 'reset' | 'invite' | 'setup';
  token: string;
}

const PURPOSES_BY_PATH: Record<string, readonly LinkToken['purpose'][]> = {
  '/login': ['reset'],
  '/register': ['invite', 'setup'],
};

/**
 * Removes the one-time token of the opened link from the URL, so that it does not leak through the address bar, the history
 * or the referrer. Its purpose stays in the URL.
 */
export function takeLinkToken(location: Pick<Location, 'pathname' | 'search'>, history: Pick<History, 'replaceState'>) {
  const search = new URLSearchParams(location.search);
  for (const purpose of PURPOSES_BY_PATH[normalisePath(location.pathname)] ?? []) {
    const token = search.get(purpose);
    if (!token) continue;
    history.replaceState(null, '', `${location.pathname}?${purpose}=`);
    return { purpose, token };
  }
  return undefined;
}

const initialToken = typeof window === 'undefined' ? undefined : takeLinkToken(window.location, window.history);

/** Returns the token that this page was opened with, if it has one of these purposes. */
export const linkToken = (...purposes: LinkToken['purpose'][]): LinkToken | undefined =>
  initialToken && purposes.includes(initialToken.purpose) ? initialToken : undefined;
