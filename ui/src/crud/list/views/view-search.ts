import type { EntityKey, Schemas } from '#api/metadata.gen.ts';
import { createEntityListSearchParser, type ListSearch } from '#crud/list/list-search.ts';

export type View = Schemas['View'];

/** What a view does not carry: the page, and what is open beside the list. */
const UNSAVED_PARAMETERS = new Set(['savedView', 'page', 'pageSize', 'id', 'panel', 'item', 'fromProposal', 'field']);

/** Returns the part of a list's URL parameters that a view carries: filters, order and columns. */
export const viewState = (search: ListSearch): ListSearch =>
  Object.fromEntries(
    Object.entries(search).filter(
      ([name, value]) => value !== undefined && value !== '' && !UNSAVED_PARAMETERS.has(name),
    ),
  );

/** Writes URL parameters as the query of a view. Equal states have equal queries. */
export const toViewSearch = (search: ListSearch): string =>
  new URLSearchParams(
    Object.entries(viewState(search))
      .map(([name, value]): [string, string] => [name, String(value)])
      .toSorted(([left], [right]) => (left < right ? -1 : 1)),
  ).toString();

/** A parameter of a view that its list no longer accepts, or not with this value. */
export interface UnknownParameter {
  name: string;
  value: string;
}

export interface ReadView {
  /** What its list accepts of the view. */
  search: ListSearch;
  unknown: UnknownParameter[];
}

const parsers = new Map<EntityKey, ReturnType<typeof createEntityListSearchParser>>();

function parserOf(list: EntityKey) {
  const parser = parsers.get(list) ?? createEntityListSearchParser(list);
  parsers.set(list, parser);
  return parser;
}

/** Reads a view, which may be older than the list. `columns` are those that the list has; without them, any are kept. */
export function readView(view: Pick<View, 'list' | 'search'>, columns?: ReadonlySet<string>): ReadView {
  const parameters = [...new URLSearchParams(view.search)].filter(([name]) => !UNSAVED_PARAMETERS.has(name));
  const parsed = viewState(parserOf(view.list)(Object.fromEntries(parameters)));
  const ids = parsed.cols?.split(',') ?? [];
  const unknownIds = columns ? ids.filter((id) => !columns.has(id)) : [];
  const unknown = parameters
    .filter(([name, value]) => value !== '' && String(parsed[name] ?? '') !== value)
    .map(([name, value]) => ({ name, value }));
  if (unknownIds.length === 0) return { search: parsed, unknown };
  const knownIds = ids.filter((id) => !unknownIds.includes(id)).join(',');
  return {
    search: viewState({ ...parsed, cols: knownIds }),
    unknown: [...unknown, { name: 'cols', value: unknownIds.join(',') }],
  };
}

/** Returns the URL parameters of the list that shows a view. */
export const viewLinkSearch = (view: View, columns?: ReadonlySet<string>): ListSearch => ({
  ...readView(view, columns).search,
  savedView: view.id,
});
