import type { ListPath } from '#crud/define-entity.ts';
import type { ListSearch } from './list-search.ts';

const last = new Map<string, ListSearch>();

/** Stores a list's URL parameters, to restore them when the user returns from a record's page. */
export function rememberList(path: string, search: ListSearch): void {
  last.set(path, search);
}

/** Returns the link to a list with its last URL parameters and the given record's card. */
export function listLink(path: ListPath, id: number | null) {
  const { id: _id, panel: _panel, ...search } = last.get(path) ?? {};
  return { to: path, search: id === null ? search : { ...search, id, panel: 'view' as const } };
}
