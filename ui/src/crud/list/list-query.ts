import { type EntityKey, lists } from '#api/metadata.gen.ts';
import type { FilterSpec, Operator } from '#crud/define-entity.ts';
import { asOfQuery } from '#crud/read/viewed-day.ts';
import { calendarDay, parseDayRange, toTimeRange } from '#i18n/viewer-days.ts';
import { viewedDay } from '#session/viewed-day.ts';
import { joinList, type ListSearch, splitList } from './list-search.ts';

type Query = Pick<ListSearch, 'page' | 'pageSize' | 'sort' | 'q' | 'status' | 'updated'> &
  Record<string, string | number | undefined>;

/** Returns the query parameters of a list request; other URL parameters only affect the display. */
export function toListQuery({
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
export function recordFilterQuery(kind: EntityKey, search: ListSearch) {
  const { page: _page, pageSize: _pageSize, sort: _sort, updated = '', ...filter } = toListQuery(search);
  const { from, to } = toTimeRange(parseDayRange(updated));
  if (from !== undefined) filter.updatedFrom = from;
  if (to !== undefined) filter.updatedTo = to;
  const { filters, ranges, takesToday } = lists[kind];
  for (const [name, range] of Object.entries(ranges)) {
    if (range !== 'time' || filter[name] === undefined) continue;
    const times = toTimeRange(parseDayRange(String(filter[name])));
    filter[name] = `${times.from ?? ''}..${times.to ?? ''}`;
  }
  const isNarrowed = Object.keys(filters).some((name) => filter[name] !== undefined);
  return { ...filter, ...asOfQuery(), ...(takesToday && isNarrowed ? { today: viewedDay() ?? calendarDay() } : {}) };
}

/** Returns the query parameters of an entity's list request. */
export function recordListQuery(kind: EntityKey, search: ListSearch) {
  const { page, pageSize, sort } = toListQuery(search);
  return { page, pageSize, ...(sort === undefined ? {} : { sort }), ...recordFilterQuery(kind, search) };
}

/** How the address filters by one field. */
export interface Condition {
  operator: Operator;
  /** The values of `is`, `anyOf` and `isNot`; the range of `between`, such as `7..8`. */
  values: readonly string[];
}

/** URL parameters whose values are names of fields. */
export const CONDITION_PARAMETERS = ['not', 'empty', 'filled'] as const;

/** Returns the condition about a field; undefined if there is none. */
export function conditionOf(search: ListSearch, { id, range, operators }: FilterSpec): Condition | undefined {
  for (const operator of ['empty', 'filled'] as const)
    if (splitList(search[operator]).includes(id)) return { operator, values: [] };
  const text = search[id];
  if (text === undefined) return undefined;
  if (range) return { operator: 'between', values: [String(text)] };
  const values = operators.includes('anyOf') ? splitList(text) : [String(text)];
  if (splitList(search.not).includes(id)) return { operator: 'isNot', values };
  return { operator: values.length > 1 ? 'anyOf' : 'is', values };
}

/** Returns the URL parameters that replace the condition about a field; a condition without values removes it. */
export function withCondition(search: ListSearch, id: string, condition: Condition | undefined): Partial<ListSearch> {
  const { operator, values = [] } = condition ?? {};
  const listed: Record<(typeof CONDITION_PARAMETERS)[number], boolean> = {
    not: operator === 'isNot' && values.length > 0,
    empty: operator === 'empty',
    filled: operator === 'filled',
  };
  const names = Object.entries(listed).map(([list, isListed]) => {
    const others = splitList(search[list]).filter((name) => name !== id);
    return [list, joinList(isListed ? [...others, id] : others)] as const;
  });
  return { ...Object.fromEntries(names), [id]: joinList(values) };
}
