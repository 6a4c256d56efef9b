import { type EntityKey, enums, type List, lists } from '#api/metadata.gen.ts';
import { fieldPointer } from '#crud/form/state/form-search.ts';

export const pageSizes = [10, 20, 50, 100] as const;
export const panels = ['view', 'edit', 'quick', 'history', 'delete', 'new'] as const;
export type PanelName = (typeof panels)[number];

/** The typed URL parameters (the router's “search”) of a list, which determine everything it shows. Defaults are omitted. */
export interface ListSearch {
  page?: number | undefined;
  pageSize?: number | undefined;
  /** A column, prefixed with `-` for descending order. */
  sort?: string | undefined;
  q?: string | undefined;
  status?: string | undefined;
  /** The days of the last change in the viewer's time zone, such as `2026-11-01..2026-11-05`. */
  updated?: string | undefined;
  /** The shown columns in order, if they differ from the default. */
  cols?: string | undefined;
  /** The saved view that is open, or `none` where one of them is the default. */
  savedView?: number | 'none' | undefined;
  /** The panel beside or instead of the list. */
  id?: number | undefined;
  panel?: string | undefined;
  /** A part of the open record, such as a delivery of a subscriber. */
  item?: number | undefined;
  /** The rejected proposal whose values the form starts with. */
  fromProposal?: number | undefined;
  /** The JSON pointer of the form's field that gets the focus. */
  field?: string | undefined;
  [filter: string]: string | number | undefined;
}

/** The URL parameters that one list accepts. */
export interface ListSearchSpec {
  sorts: readonly string[];
  /** The panels; the first is the default if the address has an id. */
  panels: readonly string[];
  /** The values of each filter, or the maximum length of its text. */
  filters: Readonly<Record<string, readonly string[] | number>>;
}

const MAX_DAY_RANGE_LENGTH = '2026-11-01..2026-11-05'.length;

/** The highest page number that the contract allows. */
const MAX_PAGE = 1_000_000;

const pageNumber = (value: unknown) => {
  const number = Number(value);
  return Number.isInteger(number) && number > 0 ? Math.min(number, MAX_PAGE) : undefined;
};
/** The highest id that the contract allows. */
const MAX_ID = 4_294_967_295;

export const idNumber = (value: unknown) => {
  const number = Number(value);
  return Number.isInteger(number) && number > 0 && number <= MAX_ID ? number : undefined;
};
const textOf = (value: unknown) => (value === undefined || value === null || value === '' ? undefined : String(value));
const memberOf = <T>(values: readonly T[], value: unknown) => values.find((candidate) => candidate === value);

/** Creates the parser of a list's URL parameters, which drops unknown and invalid ones. */
export const createListSearchParser =
  ({ sorts, panels, filters }: ListSearchSpec) =>
  (raw: Record<string, unknown>): ListSearch => {
    const id = idNumber(raw.id);
    const panel = memberOf(panels, raw.panel);
    const search: ListSearch = {
      page: pageNumber(raw.page),
      pageSize: memberOf(pageSizes, Number(raw.pageSize)),
      sort: sorts.includes(String(raw.sort).replace(/^-/, '')) ? String(raw.sort) : undefined,
      q: textOf(raw.q)?.slice(0, 100),
      cols: textOf(raw.cols),
      id,
      panel: panel ?? (id === undefined ? undefined : panels[0]),
      item: id === undefined ? undefined : idNumber(raw.item),
      fromProposal: panel === 'edit' ? idNumber(raw.fromProposal) : undefined,
      field: panel === 'edit' || panel === 'new' ? fieldPointer(raw.field) : undefined,
    };
    for (const [name, valuesOrMaxLength] of Object.entries(filters)) {
      const text = textOf(raw[name]);
      search[name] =
        typeof valuesOrMaxLength === 'number' ? text?.slice(0, valuesOrMaxLength) : memberOf(valuesOrMaxLength, text);
    }
    return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
  };

const valuesOrMaxLengthOf = (filter: List['filters'][string]) => (typeof filter === 'string' ? enums[filter] : filter);

/** Creates the parser of the URL parameters of an entity's list, as the contract defines them. */
export function createEntityListSearchParser(kind: EntityKey): (raw: Record<string, unknown>) => ListSearch {
  const { sorts, filters } = lists[kind];
  const ownFilters = Object.entries(filters).map(([name, filter]) => [name, valuesOrMaxLengthOf(filter)] as const);
  const parse = createListSearchParser({
    sorts,
    panels,
    filters: { status: enums.Status, updated: MAX_DAY_RANGE_LENGTH, ...Object.fromEntries(ownFilters) },
  });
  return (raw) => {
    const savedView = raw.savedView === 'none' ? raw.savedView : idNumber(raw.savedView);
    return savedView === undefined ? parse(raw) : { ...parse(raw), savedView };
  };
}
