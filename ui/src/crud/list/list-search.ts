import { type EntityKey, enums, type List, lists } from '#api/metadata.gen.ts';
import { fieldPointer } from '#crud/form/definition/form-search.ts';
import { formatDayRange, parseDayRange } from '#i18n/viewer-days.ts';

export const pageSizes = [10, 20, 50, 100] as const;
export const panels = ['view', 'edit', 'quick', 'history', 'delete', 'new'] as const;
export type PanelName = (typeof panels)[number];

/** The typed URL parameters (the router's “search”) of a list, which determine everything it shows. Defaults are omitted. */
export interface ListSearch {
  page?: number | undefined;
  pageSize?: number | undefined;
  /** Columns separated by commas, each prefixed with `-` for descending order. */
  sort?: string | undefined;
  q?: string | undefined;
  status?: string | undefined;
  /** The days of the last change in the viewer's time zone, such as `2026-11-01..2026-11-05`. */
  updated?: string | undefined;
  /** The shown columns in order, if they differ from the default. */
  cols?: string | undefined;
  /** The id of the open view; `none` shows all records although the list has a default view. */
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
  /** How many columns the list can be sorted by; one if missing. */
  maxSorts?: number;
  /** The filters that take several values, and that `not` negates. */
  negatable?: readonly string[];
  /** The filters that take a range. */
  ranges?: List['ranges'];
  /** The fields that `empty` and `filled` name. */
  emptiable?: readonly string[];
}

/** How many columns the contract lets a list of records be sorted by. */
export const MAX_SORTS = 3;

/** The most values of a filter that the contract allows. */
const MAX_VALUES = 100;

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

/** Returns the values of a URL parameter that are separated by commas. */
export const splitList = (text: unknown): string[] => (textOf(text) ?? '').split(',').filter((part) => part !== '');

export const joinList = (values: readonly string[]) => textOf([...new Set(values)].slice(0, MAX_VALUES).join());

const NUMBER_RANGE = /^(-?\d{1,10}(?:\.\d{1,10})?)?\.\.(-?\d{1,10}(?:\.\d{1,10})?)?$/;

/** The ends of a range of numbers as they are written; undefined if it is open on that side. */
export interface NumberRange {
  from?: string | undefined;
  to?: string | undefined;
}

/** Returns the ends of a range such as `7..8`; undefined for an invalid one. */
export function parseNumberRange(text: string): NumberRange | undefined {
  const [, from, to] = NUMBER_RANGE.exec(text) ?? [];
  // an open end is not a number, so no comparison with it is true
  return (from ?? to) === undefined || Number(from) > Number(to) ? undefined : { from, to };
}

/** Returns whether a text is a range of numbers or days that may contain something. */
function isRange(kind: List['ranges'][string] | undefined, text: string): boolean {
  if (kind === 'number') return parseNumberRange(text) !== undefined;
  const days = parseDayRange(text);
  const isReversed = days.from && days.to && days.from > days.to;
  return !isReversed && formatDayRange(days) === text;
}

/** Creates the parser of a list's URL parameters, which drops unknown and invalid ones. */
export const createListSearchParser =
  (spec: ListSearchSpec) =>
  (raw: Record<string, unknown>): ListSearch => {
    const { panels } = spec;
    const id = idNumber(raw.id);
    const panel = memberOf(panels, raw.panel);
    const search: ListSearch = {
      page: pageNumber(raw.page),
      pageSize: memberOf(pageSizes, Number(raw.pageSize)),
      sort: parseSort(spec, raw.sort),
      q: textOf(raw.q)?.slice(0, 100),
      cols: textOf(raw.cols),
      id,
      panel: panel ?? (id === undefined ? undefined : panels[0]),
      item: id === undefined ? undefined : idNumber(raw.item),
      fromProposal: panel === 'edit' ? idNumber(raw.fromProposal) : undefined,
      field: panel === 'edit' || panel === 'new' ? fieldPointer(raw.field) : undefined,
      ...parseConditions(spec, raw),
    };
    return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
  };

const parseSort = ({ sorts, maxSorts = 1 }: ListSearchSpec, raw: unknown): string | undefined =>
  joinList(
    splitList(raw)
      .filter((sort) => sorts.includes(sort.replace(/^-/, '')))
      .slice(0, maxSorts),
  );

/** Parses the filters. A name in `not` needs values, and one in `empty` or `filled` must have none. */
function parseConditions(spec: ListSearchSpec, raw: Record<string, unknown>): ListSearch {
  const { filters, negatable = [], ranges = {}, emptiable = [] } = spec;
  const search: ListSearch = {};
  for (const [name, valuesOrMaxLength] of Object.entries(filters)) {
    const values = negatable.includes(name) ? splitList(raw[name]) : [textOf(raw[name])];
    const parse = (text: string | undefined) =>
      typeof valuesOrMaxLength === 'number' ? text?.slice(0, valuesOrMaxLength) : memberOf(valuesOrMaxLength, text);
    search[name] = joinList(values.flatMap((text) => parse(text) ?? []));
  }
  for (const name in ranges) {
    const text = textOf(raw[name]) ?? '';
    search[name] = isRange(ranges[name], text) ? text : undefined;
  }
  const names = (list: string, allowed: readonly string[], withValues: boolean) => {
    const isAllowed = (name: string) => allowed.includes(name) && (search[name] !== undefined) === withValues;
    search[list] = joinList(splitList(raw[list]).filter(isAllowed));
  };
  names('not', negatable, true);
  names('empty', emptiable, false);
  names('filled', emptiable, false);
  return search;
}

const valuesOrMaxLengthOf = (filter: List['filters'][string]) => (typeof filter === 'string' ? enums[filter] : filter);

/** Creates the parser of the URL parameters of an entity's list, as the contract defines them. */
export function createEntityListSearchParser(kind: EntityKey): (raw: Record<string, unknown>) => ListSearch {
  const { sorts, filters, ranges, negatable, emptiable } = lists[kind];
  const ownFilters = Object.entries(filters).map(([name, filter]) => [name, valuesOrMaxLengthOf(filter)] as const);
  const parse = createListSearchParser({
    sorts,
    maxSorts: MAX_SORTS,
    panels,
    filters: { status: enums.Status, updated: MAX_DAY_RANGE_LENGTH, ...Object.fromEntries(ownFilters) },
    negatable: ['status', ...negatable],
    ranges,
    emptiable,
  });
  return (raw) => {
    const savedView = raw.savedView === 'none' ? raw.savedView : idNumber(raw.savedView);
    return savedView === undefined ? parse(raw) : { ...parse(raw), savedView };
  };
}
