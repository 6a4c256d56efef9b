import { type Entity, enums, type List, lists } from '#api/facts.gen.ts';

export const pageSizes = [10, 20, 50, 100] as const;
export const panels = ['view', 'edit', 'quick', 'history', 'delete', 'new'] as const;
export type PanelName = (typeof panels)[number];

/** Everything a list shows, as it stands in the address. Defaults are left out. */
export interface ListSearch {
  page?: number | undefined;
  pageSize?: number | undefined;
  sort?: string | undefined;
  q?: string | undefined;
  status?: string | undefined;
  /** The columns shown, in order, where they are not the usual ones. */
  cols?: string | undefined;
  /** The record beside the table, and what is shown of it. */
  id?: number | undefined;
  panel?: PanelName | undefined;
  /** The rejected proposal whose values the form begins with. */
  again?: number | undefined;
  [filter: string]: string | number | undefined;
}

/** The highest that the contract lets a list be asked for. */
const MAX_PAGE = 1_000_000;

export const pageNumber = (value: unknown) => {
  const number = Number(value);
  return Number.isInteger(number) && number > 0 ? Math.min(number, MAX_PAGE) : undefined;
};
/** The highest id that the contract knows. */
const MAX_ID = 4_294_967_295;

export const idNumber = (value: unknown) => {
  const number = Number(value);
  return Number.isInteger(number) && number > 0 && number <= MAX_ID ? number : undefined;
};
const text = (value: unknown) => (value === undefined || value === null || value === '' ? undefined : String(value));
const oneOf = <T>(values: readonly T[], value: unknown) => values.find((one) => one === value);

/** What a condition is taken for: one of its values, or text that is not too long. */
function accepted(filter: List['filters'][string], value: string | undefined): string | undefined {
  if (typeof filter === 'number') return value?.slice(0, filter);
  return oneOf(typeof filter === 'string' ? enums[filter] : filter, value);
}

/** Takes from an address what the list of a kind understands, by the contract; the rest is dropped, never an error. */
export function listSearch(kind: Entity) {
  const { sorts, filters } = lists[kind];
  return (raw: Record<string, unknown>): ListSearch => {
    const panel = oneOf(panels, raw.panel);
    const id = idNumber(raw.id);
    const found: Record<string, string | number | undefined> = {
      page: pageNumber(raw.page),
      pageSize: oneOf(pageSizes, Number(raw.pageSize)),
      sort: sorts.includes(String(raw.sort).replace(/^-/, '')) ? String(raw.sort) : undefined,
      q: text(raw.q)?.slice(0, 100),
      status: oneOf<string>(enums.Status, raw.status),
      cols: text(raw.cols),
      id,
      again: panel === 'edit' ? idNumber(raw.again) : undefined,
      panel: panel ?? (id === undefined ? undefined : 'view'),
    };
    for (const [id, filter] of Object.entries(filters)) {
      found[id] = accepted(filter, text(raw[id]));
    }
    return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
  };
}
