import type { ListPath } from '#crud/define-entity.ts';
import type { ListSearch } from './list-search.ts';

const last = new Map<string, ListSearch>();

/** Keeps how a list stood, for whoever comes back to it from a page of its records. */
export function rememberList(path: string, search: ListSearch): void {
  last.set(path, search);
}

/** The list as it was left, the record of that page beside it. */
export function listLink(path: ListPath, id: number | null) {
  const { id: _id, panel: _panel, ...search } = last.get(path) ?? {};
  return { to: path, search: id === null ? search : { ...search, id, panel: 'view' as const } };
}
