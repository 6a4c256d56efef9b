import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Schemas } from '#api/facts.gen.ts';
import { useReadPages } from '#crud/use-read.ts';
import { number } from '#i18n/format.ts';
import { countRows, type Import } from '#imports/import.ts';
import { totalText } from '#logs/total-text.ts';
import { api } from '#session/session.ts';
import type { ReportSearch, ReportSearchPatch } from './report-search.ts';

const pageSize = 50;

/** The rows that the address asks for, page after page joined; anew once the import has moved on. */
export function useRows(importJob: Import) {
  const { id, status, stageTime, applyTime, revertTime, decision } = importJob;
  const search = useSearch({ from: '/_frame/imports_/$id' });
  const navigate = useNavigate();
  const { row, values, ...filter } = search;
  const {
    items,
    data,
    loadMore: more,
    ...loaded
  } = useReadPages({
    isReadOnce: true,
    queryKey: ['import rows', id, status, stageTime, applyTime, revertTime, decision?.time, filter],
    load: async (cursor, signal) => {
      const query = { ...filter, limit: pageSize, ...(cursor ? { cursor } : {}) };
      return (await api.GET('/api/v1/imports/{id}/rows', { params: { path: { id }, query }, signal })).data;
    },
    idOf: (item) => item.row,
  });
  const set = (part: ReportSearchPatch) =>
    void navigate({
      to: '/imports/$id',
      params: { id: String(id) },
      search: (now: ReportSearch) => dropEmpty({ ...now, ...part }),
      replace: true,
    });
  return {
    ...loaded,
    data,
    items,
    search,
    columns: data?.columns ?? noColumns,
    /** How many there are, in words: counted by the import, as far as only a state narrows them. */
    total: (hasOtherFilters(filter) ? undefined : countText(importJob, filter)) ?? (data ? totalText(data) : ''),
    more,
    show: (row: number | undefined) => set({ row, values: undefined }),
    /** The values that match nothing, beside the table. */
    showValues: (values: boolean) => set({ values: values || undefined, row: undefined }),
    /** Other conditions leave no row beside the table. */
    filterBy: (part: ReportSearchPatch) => set({ row: undefined, ...part }),
  };
}

export type ReportRows = ReturnType<typeof useRows>;
export type RowDetail = Schemas['ImportRowAnswer']['data'];

const noColumns: string[] = [];

const hasOtherFilters = ({ rule, code, outcome, incomplete, corrected, lacks }: ReportSearch) =>
  Boolean(rule || code || outcome || incomplete || corrected || lacks);

function countText({ counts }: Import, { state }: ReportSearch): string | undefined {
  return counts ? number(state ? (counts[state] ?? 0) : countRows(counts)) : undefined;
}

function dropEmpty(search: ReportSearchPatch): ReportSearch {
  // the cast: what is undefined has gone
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as ReportSearch;
}
