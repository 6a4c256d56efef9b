import { useNavigate, useSearch } from '@tanstack/react-router';
import { ruleTexts, type Schemas } from '#api/metadata.gen.ts';
import { useReadPages } from '#crud/read/use-read-pages.ts';
import { number, totalText } from '#i18n/format.ts';
import { countRows, type Import } from '#imports/import.ts';
import { api } from '#session/session.ts';
import type { ReportSearch, ReportSearchPatch } from './report-search.ts';

const PAGE_ROWS = 50;

/** Loads the rows that the URL parameters select, page by page, and reloads them after a change of the import. */
export function useReportRows(importJob: Import) {
  const { id, status, stageTime, applyTime, revertTime, decision } = importJob;
  const { rule, ...otherSearch } = useSearch({ from: '/_frame/imports_/$id' });
  const search: ReportSearch = rule && Object.hasOwn(ruleTexts, rule) ? { ...otherSearch, rule } : otherSearch;
  const navigate = useNavigate();
  const { row, values, ...filter } = search;
  const { items, data, ...read } = useReadPages({
    isReadOnce: true,
    queryKey: ['import rows', id, status, stageTime, applyTime, revertTime, decision?.time, filter],
    load: async (cursor, signal) => {
      const query = { ...filter, limit: PAGE_ROWS, ...(cursor ? { cursor } : {}) };
      return (await api.GET('/api/v1/imports/{id}/rows', { params: { path: { id }, query }, signal })).data;
    },
    idOf: (item) => item.row,
  });
  const updateSearch = (changes: ReportSearchPatch) =>
    void navigate({
      to: '/imports/$id',
      params: { id: String(id) },
      search: (current: ReportSearch) => dropUndefined({ ...current, ...changes }),
      replace: true,
    });
  return {
    ...read,
    data,
    items,
    search,
    columns: data?.columns ?? noColumns,
    /** The number of rows as text; the import counts them unless there are filters other than the state. */
    total: (hasOtherFilters(filter) ? undefined : rowCountText(importJob, filter)) ?? (data ? totalText(data) : ''),
    showRow: (row: number | undefined) => updateSearch({ row, values: undefined }),
    /** Opens or closes the drawer of unmatched values. */
    showValues: (values: boolean) => updateSearch({ values: values || undefined, row: undefined }),
    /** Changes the filters and closes the drawer of the row. */
    filterBy: (changes: ReportSearchPatch) => updateSearch({ row: undefined, ...changes }),
  };
}

export type ReportRows = ReturnType<typeof useReportRows>;
export type RowDetail = Schemas['ImportRowAnswer']['data'];

const noColumns: string[] = [];

const hasOtherFilters = ({ rule, code, outcome, incomplete, corrected, lacks }: ReportSearch) =>
  Boolean(rule || code || outcome || incomplete || corrected || lacks);

function rowCountText({ counts }: Import, { state }: ReportSearch): string | undefined {
  return counts ? number(state ? (counts[state] ?? 0) : countRows(counts)) : undefined;
}

function dropUndefined(search: ReportSearchPatch): ReportSearch {
  // the cast: undefined members are filtered out
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as ReportSearch;
}
