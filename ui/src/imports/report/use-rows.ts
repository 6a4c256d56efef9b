import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schemas } from '#api/facts.gen.ts';
import { useLoaded } from '#crud/use-loaded.ts';
import type { Import, ImportRow } from '#imports/import.ts';
import { api } from '#session/session.ts';
import type { ReportPart, ReportSearch } from './report-search.ts';

const pageSize = 50;

interface Place {
  key: string;
  cursor: string | null;
  earlier: ImportRow[];
}

/** The rows that the address asks for, page after page joined; anew once the import has moved on. */
export function useRows({ id, status, stageTime, applyTime, revertTime, decision }: Import) {
  // the route validates its search by `reportSearch`
  const search: ReportSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const { row, ...filter } = search;
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
    total: data?.total ?? 0,
    more: next ? () => keep({ key, cursor: next, earlier: items }) : undefined,
    show: (row: number | undefined) => set({ row }),
    /** Other conditions leave no row beside the table. */
    filterBy: (part: ReportPart) => set({ ...part, row: undefined }),
  };
}

export type Rows = ReturnType<typeof useRows>;
export type RowFound = Schemas['ImportRowAnswer']['data'];

const noColumns: string[] = [];

function dropEmpty(search: ReportPart): ReportSearch {
  // the cast: what is undefined has gone
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as ReportSearch;
}
