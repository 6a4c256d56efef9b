import { type Entity, enums, type List, lists } from '#api/facts.gen.ts';

export const pageSizes = [10, 20, 50, 100] as const;
export const panels = ['view', 'edit', 'quick', 'history', 'delete', 'new'] as const;
export type PanelName = (typeof panels)[number];

/** Everything a list shows, as it stands in the address. Defaults are left out. */
export interface ListSearch {
  page?: number | undefined;
  pageSize?: number | undefined;
  /** A column, with `-` before it for the other direction. */
  sort?: string | undefined;
  q?: string | undefined;
  status?: string | undefined;
  /** The columns shown, in order, where they are not the default ones. */
  cols?: string | undefined;
  /** What stands beside the list or in its place, and what is shown of it. */
  id?: number | undefined;
  panel?: string | undefined;
  /** One of many things that belong to it. */
  item?: number | undefined;
  /** The rejected proposal whose values the form begins with. */
  fromProposal?: number | undefined;
  [filter: string]: string | number | undefined;
}

/** What the address of one list may say. */
export interface ListSearchSpec {
  sorts: readonly string[];
  /** The first is shown where an address names a row but no panel. */
  panels: readonly string[];
  /** For each filter its values, or the greatest length of its text. */
  filters: Readonly<Record<string, readonly string[] | number>>;
}

/** The highest that the contract lets a list be asked for. */
const MAX_PAGE = 1_000_000;

const pageNumber = (value: unknown) => {
  const number = Number(value);
  return Number.isInteger(number) && number > 0 ? Math.min(number, MAX_PAGE) : undefined;
};
/** The highest id that the contract knows. */
const MAX_ID = 4_294_967_295;

export const idNumber = (value: unknown) => {
  const number = Number(value);
  return Number.isInteger(number) && number > 0 && number <= MAX_ID ? number : undefined;
};
const textOf = (value: unknown) => (value === undefined || value === null || value === '' ? undefined : String(value));
const memberOf = <T>(values: readonly T[], value: unknown) => values.find((candidate) => candidate === value);

/** Takes from an address what a list understands; the rest is dropped, never an error. */
export const parseListSearch =
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
    };
    for (const [name, values] of Object.entries(filters)) {
      const text = textOf(raw[name]);
      search[name] = typeof values === 'number' ? text?.slice(0, values) : memberOf(values, text);
    }
    return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
  };

const filterValues = (filter: List['filters'][string]) => (typeof filter === 'string' ? enums[filter] : filter);

/** The search of a kind's list, which the contract describes. */
export function listSearch(kind: Entity): (raw: Record<string, unknown>) => ListSearch {
  const { sorts, filters } = lists[kind];
  const ownFilters = Object.entries(filters).map(([name, filter]) => [name, filterValues(filter)] as const);
  return parseListSearch({ sorts, panels, filters: { status: enums.Status, ...Object.fromEntries(ownFilters) } });
}
