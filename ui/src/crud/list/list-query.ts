import type { ListSearch } from './list-search.ts';

/** The conditions in force, as the server takes them. */
export function toFilter(search: ListSearch) {
  const {
    page: _page,
    pageSize: _pageSize,
    sort: _sort,
    cols: _cols,
    id: _id,
    panel: _panel,
    again: _again,
    ...filter
  } = search;
  return filter;
}

/** What of the address the server is asked. */
export function toQuery(search: ListSearch) {
  const { page = 1, pageSize = 20, sort } = search;
  return { ...toFilter(search), page, pageSize, ...(sort ? { sort } : {}) };
}
