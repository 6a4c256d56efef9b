import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schemas } from '#api/facts.gen.ts';
import { useLoaded } from '#crud/use-loaded.ts';
import { number } from '#i18n/format.ts';
import { type Import, type ImportRow, rowsOf } from '#imports/import.ts';
import { totalText } from '#logs/total-text.ts';
import { api } from '#session/session.ts';
import type { ReportPart, ReportSearch } from './report-search.ts';

const pageSize = 50;

interface Place {
  key: string;
  cursor: string | null;
  earlier: ImportRow[];
}

/** The rows that the address asks for, page after page joined; anew once the import has moved on. */
export function useRows(found: Import) {
  const { id, status, stageTime, applyTime, revertTime, decision } = found;
  // the route validates its search by `reportSearch`
  const search: ReportSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const { row, values, ...filter } = search;
  const key = JSON.stringify([id, status, stageTime, applyTime, revertTime, decision?.time, filter]);
  const [kept, keep] = useState<Place>({ key, cursor: null, earlier: [] });
  const place = kept.key === key ? kept : { key, cursor: null, earlier: [] };
  const { cursor, earlier } = place;
  const loaded = useLoaded(`${key} ${cursor}`, async (signal) => {
    const query = { ...filter, limit: pageSize, ...(cursor ? { cursor } : {}) };
    return (await api.GET('/api/v1/imports/{id}/rows', { params: { path: { id }, query }, signal })).data;
  });
  const { data } = loaded;
  const known = new Set(earlier.map(({ row }) => row));
  const items = [...earlier, ...(data?.items ?? []).filter(({ row }) => !known.has(row))];
  const next = data?.nextCursor;
  const set = (part: ReportPart) =>
    void navigate({
      to: '/imports/$id',
      params: { id: String(id) },
      search: (now: ReportSearch) => dropEmpty({ ...now, ...part }),
      replace: true,
    });
  return {
    ...loaded,
    items,
    search,
    columns: data?.columns ?? noColumns,
    /** How many there are, in words: counted by the import, as far as only a state narrows them. */
    total: (narrowed(filter) ? undefined : counted(found, filter)) ?? (data ? totalText(data) : ''),
    more: next ? () => keep({ key, cursor: next, earlier: items }) : undefined,
    show: (row: number | undefined) => set({ row, values: undefined }),
    /** The values that match nothing, beside the table. */
    showValues: (values: boolean) => set({ values: values || undefined, row: undefined }),
    /** Other conditions leave no row beside the table. */
    filterBy: (part: ReportPart) => set({ row: undefined, ...part }),
  };
}

export type Rows = ReturnType<typeof useRows>;
export type RowFound = Schemas['ImportRowAnswer']['data'];

const noColumns: string[] = [];

const narrowed = ({ rule, code, outcome, incomplete, corrected, lacks }: ReportSearch) =>
  Boolean(rule || code || outcome || incomplete || corrected || lacks);

function counted({ counts }: Import, { state }: ReportSearch): string | undefined {
  return counts ? number(state ? (counts[state] ?? 0) : rowsOf(counts)) : undefined;
}

function dropEmpty(search: ReportPart): ReportSearch {
  // the cast: what is undefined has gone
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as ReportSearch;
}
