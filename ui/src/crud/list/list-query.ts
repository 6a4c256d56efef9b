import { type Entity, lists } from '#api/facts.gen.ts';
import { calendarDay } from '#i18n/viewer-days.ts';
import type { ListSearch } from './list-search.ts';

/** The conditions in force, as the server takes them. */
export function toFilter(kind: Entity, search: ListSearch) {
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
  const { filters, takesToday } = lists[kind];
  const isNarrowed = Object.keys(filters).some((name) => filter[name] !== undefined);
  return takesToday && isNarrowed ? { ...filter, today: calendarDay() } : filter;
}

/** What of the address the server is asked. */
export function toQuery(kind: Entity, search: ListSearch) {
  const { page = 1, pageSize = 20, sort } = search;
  return { ...toFilter(kind, search), page, pageSize, ...(sort ? { sort } : {}) };
}
