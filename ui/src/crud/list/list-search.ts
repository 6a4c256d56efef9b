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
  [filter: string]: string | number | undefined;
}

const wholeNumber = (value: unknown) =>
  Number.isInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined;
const text = (value: unknown) => (value === undefined || value === null || value === '' ? undefined : String(value));
const oneOf = <T>(values: readonly T[], value: unknown) => values.find((one) => one === value);

/** The values of a condition; undefined where any text is one. */
function valuesOf(filter: List['filters'][string]): readonly string[] | undefined {
  return typeof filter === 'string' ? enums[filter] : (filter ?? undefined);
}

/** Takes from an address what the list of a kind understands, by the contract; the rest is dropped, never an error. */
export function listSearch(kind: Entity) {
  const { sorts, filters } = lists[kind];
  return (raw: Record<string, unknown>): ListSearch => {
    const panel = oneOf(panels, raw.panel);
    const found: Record<string, string | number | undefined> = {
      page: wholeNumber(raw.page),
      pageSize: oneOf(pageSizes, Number(raw.pageSize)),
      sort: sorts.includes(String(raw.sort).replace(/^-/, '')) ? String(raw.sort) : undefined,
      q: text(raw.q)?.slice(0, 100),
      status: oneOf<string>(enums.Status, raw.status),
      cols: text(raw.cols),
      id: wholeNumber(raw.id),
      panel: panel ?? (raw.id === undefined ? undefined : 'view'),
    };
    for (const [id, filter] of Object.entries(filters)) {
      const values = valuesOf(filter);
      const value = text(raw[id]);
      found[id] = value !== undefined && (!values || values.includes(value)) ? value : undefined;
    }
    return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
  };
}
