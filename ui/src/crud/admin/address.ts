import { idNumber, pageNumber, pageSizes } from '#crud/list/list-search.ts';

/** Everything such a list shows, as it stands in the address. Defaults are left out. */
export interface AdminSearch {
  page?: number | undefined;
  pageSize?: number | undefined;
  /** A column, with `-` before it for the other direction. */
  sort?: string | undefined;
  q?: string | undefined;
  /** The columns shown, in order, where they are not the usual ones. */
  cols?: string | undefined;
  /** What stands beside the list or in its place, and what is shown of it. */
  id?: number | undefined;
  panel?: string | undefined;
  /** One thing of many that belong to it. */
  item?: number | undefined;
  status?: string | undefined;
  [filter: string]: string | number | undefined;
}

/** What the address of one list may say. */
export interface AddressSpec {
  sorts: readonly string[];
  panels: readonly string[];
  /** The values of each condition, or how long its text may be. */
  filters: Readonly<Record<string, readonly string[] | number>>;
}

const text = (value: unknown) => (value === undefined || value === null || value === '' ? undefined : String(value));
const oneOf = <T>(values: readonly T[], value: unknown) => values.find((one) => one === value);

/** Takes from an address what this list understands; the rest is dropped, never an error. */
export const adminSearch =
  ({ sorts, panels, filters }: AddressSpec) =>
  (raw: Record<string, unknown>): AdminSearch => {
    const id = idNumber(raw.id);
    const panel = oneOf(panels, raw.panel);
    const found: AdminSearch = {
      page: pageNumber(raw.page),
      pageSize: oneOf(pageSizes, Number(raw.pageSize)),
      sort: sorts.includes(String(raw.sort).replace(/^-/, '')) ? String(raw.sort) : undefined,
      q: text(raw.q)?.slice(0, 100),
      cols: text(raw.cols),
      id,
      panel: panel ?? (id === undefined ? undefined : panels[0]),
      item: id === undefined ? undefined : idNumber(raw.item),
    };
    for (const [name, values] of Object.entries(filters)) {
      const value = text(raw[name]);
      found[name] = typeof values === 'number' ? value?.slice(0, values) : oneOf(values, value);
    }
    return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
  };

/** What of the address the server is asked. */
export function toQuery({ cols: _cols, id: _id, panel: _panel, item: _item, ...query }: AdminSearch) {
  return { page: 1, pageSize: 20, ...query };
}
