import { type EntityKey, lists } from '#api/metadata.gen.ts';
import { calendarDay, parseDayRange, toTimeRange } from '#i18n/viewer-days.ts';
import type { ListSearch } from './list-search.ts';

type Query = Pick<ListSearch, 'page' | 'pageSize' | 'sort' | 'q' | 'status' | 'updated'> &
  Record<string, string | number | undefined>;

/** Returns the query parameters of a list request; other URL parameters only affect the display. */
export function toQuery({
  cols: _cols,
  savedView: _savedView,
  id: _id,
  panel: _panel,
  item: _item,
  fromProposal: _fromProposal,
  field: _field,
  ...query
}: ListSearch): Query {
  return { page: 1, pageSize: 20, ...query };
}

/** Returns the active filters of an entity's list as query parameters. */
export function recordFilter(kind: EntityKey, search: ListSearch) {
  const { page: _page, pageSize: _pageSize, sort: _sort, updated = '', ...filter } = toQuery(search);
  const { from, to } = toTimeRange(parseDayRange(updated));
  if (from !== undefined) filter.updatedFrom = from;
  if (to !== undefined) filter.updatedTo = to;
  const { filters, takesToday } = lists[kind];
  const isNarrowed = Object.keys(filters).some((name) => filter[name] !== undefined);
  return takesToday && isNarrowed ? { ...filter, today: calendarDay() } : filter;
}

/** Returns the query parameters of an entity's list request. */
export function recordQuery(kind: EntityKey, search: ListSearch) {
  const { page, pageSize, sort } = toQuery(search);
  return { page, pageSize, ...(sort === undefined ? {} : { sort }), ...recordFilter(kind, search) };
}
