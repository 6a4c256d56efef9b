import { useNavigate, useSearch } from '@tanstack/react-router';
import { useLive } from '#crud/use-live.ts';
import { type AccessSearch, toQuery } from './address.ts';

interface Source<Page> {
  path: string;
  /** What else than the address decides on what is loaded; with `whole` the address decides on nothing. */
  key: string;
  whole?: true;
  load: (query: ReturnType<typeof toQuery>, signal: AbortSignal) => Promise<Page>;
}

/** A list as the address says, the way to change the address, and the page it gives. */
export function useAccessList<Page>({ path, key, whole, load }: Source<Page>) {
  // every list's route validates its search by `accessSearch`
  const search: AccessSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const query = toQuery(search);
  const loaded = useLive(whole ? key : `${key} ${JSON.stringify(query)}`, (signal) => load(query, signal));

  /** Undefined takes a part away. */
  function set(part: Partial<AccessSearch>, { replace = false } = {}): Promise<void> {
    // onto what the address says by then: a search that was typed before must not undo a condition chosen since
    return navigate({ to: path, search: (now: AccessSearch) => ({ ...now, ...part }) as never, replace });
  }
  /** Conditions go back to the first page. */
  const filterBy = (part: Partial<AccessSearch>, options?: { replace: boolean }) =>
    set({ page: undefined, ...part }, options);

  return { ...loaded, search, set, filterBy };
}

/** What the parts of a list's page share, whatever it lists. */
export type AccessListState = Omit<ReturnType<typeof useAccessList<unknown>>, 'data'>;
