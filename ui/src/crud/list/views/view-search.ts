import type { EntityKey, Schemas } from '#api/metadata.gen.ts';
import { createEntityListSearchParser, type ListSearch } from '#crud/list/list-search.ts';

export type View = Schemas['View'];
type ListKey = View['list'];

/** What a view does not carry: the page, and what is open beside the list. */
const UNSAVED_PARAMETERS = new Set(['savedView', 'page', 'cursor', 'pageSize', 'id', 'panel', 'item', 'fromProposal']);

const isSaved = (list: ListKey, name: string): boolean =>
  // of records it is the field of a form that gets the focus, and of the data log a filter
  !UNSAVED_PARAMETERS.has(name) && (name !== 'field' || list === 'data_log');

/** Returns the part of a list's URL parameters that a view carries: filters, order and columns. */
export const viewState = (list: ListKey, search: ListSearch): ListSearch =>
  Object.fromEntries(
    Object.entries(search).filter(([name, value]) => value !== undefined && value !== '' && isSaved(list, name)),
  );

/** Writes URL parameters as the query of a view. Equal states have equal queries. */
export const toViewSearch = (list: ListKey, search: ListSearch): string =>
  new URLSearchParams(
    Object.entries(viewState(list, search))
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

type ParseSearch = (raw: Record<string, unknown>) => ListSearch;

const parsers = new Map<EntityKey, ParseSearch>();

/** Returns the parser of the URL parameters of an entity's list. */
export function entityListParser(list: EntityKey): ParseSearch {
  const parser = parsers.get(list) ?? createEntityListSearchParser(list);
  parsers.set(list, parser);
  return parser;
}

const savedParameters = ({ list, search }: Pick<View, 'list' | 'search'>) =>
  [...new URLSearchParams(search)].filter(([name]) => isSaved(list, name));

/** Reads a view, which may be older than its list. `columns` are those that the list has. */
export function readView(
  view: Pick<View, 'list' | 'search'>,
  parse: ParseSearch,
  columns: ReadonlySet<string>,
): ReadView {
  const parameters = savedParameters(view);
  const parsed = viewState(view.list, parse(Object.fromEntries(parameters)));
  const ids = parsed.cols?.split(',') ?? [];
  const unknownIds = ids.filter((id) => !columns.has(id));
  const unknown = parameters
    .filter(([name, value]) => value !== '' && String(parsed[name] ?? '') !== value)
    .map(([name, value]) => ({ name, value }));
  if (unknownIds.length === 0) return { search: parsed, unknown };
  const knownIds = ids.filter((id) => !unknownIds.includes(id)).join(',');
  return {
    search: viewState(view.list, { ...parsed, cols: knownIds }),
    unknown: [...unknown, { name: 'cols', value: unknownIds.join(',') }],
  };
}

/** Returns the URL parameters that show a view from another page; its list drops what it does not accept. */
export const viewLinkSearch = (view: View): ListSearch => ({
  ...Object.fromEntries(savedParameters(view)),
  savedView: view.id,
});
