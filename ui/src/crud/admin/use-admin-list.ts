import { LIST_GC_MS, LIST_STALE_MS } from '#crud/query-client.ts';
import { type PageOfList, useLastPage } from '#crud/use-last-page.ts';
import { type Read, useRead } from '#crud/use-read.ts';
import { toQuery } from './address.ts';
import { type Address, type AdminPath, useAddress } from './use-address.ts';

interface Source<Page> {
  path: AdminPath;
  /** Names what is loaded; the address adds its conditions, unless all of it comes at once. */
  key: string;
  whole?: true;
  load: (query: ReturnType<typeof toQuery>, signal: AbortSignal) => Promise<Page>;
}

/** A list as the address says, the way to change the address, and the page it gives. */
export function useAdminList<Page>({ path, key, whole, load }: Source<Page>) {
  const address = useAddress(path);
  const query = toQuery(address.search);
  const loaded = useRead({
    queryKey: whole ? [key] : [key, query],
    queryFn: ({ signal }) => load(query, signal),
    gcTime: LIST_GC_MS,
    staleTime: LIST_STALE_MS,
  });
  // the cast: whatever comes in pages says so, by the contract
  const answer = whole ? undefined : (loaded.data as Partial<PageOfList> | undefined);
  const isBehind = useLastPage(query.page ?? 1, answer, (page) => void address.set({ page }, { replace: true }));
  return { ...loaded, data: isBehind ? undefined : loaded.data, ...address };
}

/** What the parts of a list's page share, whatever it lists. */
export type AdminListState = Address & Omit<Read<unknown>, 'data'>;
