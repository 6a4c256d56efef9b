import { useNavigate, useSearch } from '@tanstack/react-router';
import type { routes } from '#api/facts.gen.ts';
import type { AdminSearch } from './address.ts';

export type AdminPath = (typeof routes)['user' | 'role' | 'permission' | 'data_subscriber'];

/** What the address of a list says, and the way to change it. */
export function useAddress(path: AdminPath) {
  const search: AdminSearch = useSearch({ from: `/_frame${path}` });
  const navigate = useNavigate();

  /** Undefined takes a part away. */
  function set(part: Partial<AdminSearch>, { replace = false } = {}): Promise<void> {
    // merged into the current address: a search typed earlier must not undo a filter that was chosen since
    return navigate({ to: path, search: (now: AdminSearch) => ({ ...now, ...part }), replace });
  }
  /** Conditions go back to the first page. */
  const filterBy = (part: Partial<AdminSearch>, options?: { replace: boolean }) =>
    set({ page: undefined, ...part }, options);

  return { search, set, filterBy };
}

export type Address = ReturnType<typeof useAddress>;
