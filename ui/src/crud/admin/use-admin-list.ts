import { type PageOfList, useLastPage, usePage } from '#crud/use-page.ts';
import { toQuery } from './address.ts';
import { type Address, useAddress } from './use-address.ts';

interface Source<Page> {
  path: string;
  /** Names what is loaded; the address adds its conditions, unless all of it comes at once. */
  key: string;
  whole?: true;
  load: (query: ReturnType<typeof toQuery>, signal: AbortSignal) => Promise<Page>;
}

/** A list as the address says, the way to change the address, and the page it gives. */
export function useAdminList<Page>({ path, key, whole, load }: Source<Page>) {
  const address = useAddress(path);
  const query = toQuery(address.search);
  const loaded = usePage(whole ? key : `${key} ${JSON.stringify(query)}`, (signal) => load(query, signal));
  // the cast: whatever comes in pages says so, by the contract
  const answer = whole ? undefined : (loaded.data as Partial<PageOfList> | undefined);
  const isBehind = useLastPage(query.page ?? 1, answer, (page) => void address.set({ page }, { replace: true }));
  return { ...loaded, data: isBehind ? undefined : loaded.data, ...address };
}

/** What the parts of a list's page share, whatever it lists. */
export type AdminListState = Address & Omit<ReturnType<typeof usePage>, 'data'>;
