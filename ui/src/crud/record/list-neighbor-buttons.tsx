import { useEffect, useState } from 'react';
import { NeighborButtons } from './neighbor-buttons.tsx';

interface List {
  data: { items: readonly { id: number }[]; page: number; pageSize: number; total: number } | undefined;
  search: { id?: number | undefined };
  set: (part: { id?: number; page?: number }, options: { replace: boolean }) => unknown;
}

/** Shows a record's position in its list, and buttons to the previous and next record, also across pages. */
export function ListNeighborButtons({ list: { data, search, set } }: { list: List }) {
  const [turnedTo, setTurnedTo] = useState<{ page: number; at: 0 | -1 }>();
  const entered = turnedTo && data?.page === turnedTo.page ? data.items.at(turnedTo.at) : undefined;
  // shows the first or last record of the page once it is loaded
  useEffect(() => {
    if (!entered) return;
    setTurnedTo(undefined);
    set({ id: entered.id }, { replace: true });
  }, [entered, set]);
  if (!data) return null;
  const { items, page, pageSize, total } = data;
  function turnTo(next: number, at: 0 | -1): void {
    setTurnedTo({ page: next, at });
    set({ page: next }, { replace: true });
  }
  return (
    <NeighborButtons
      items={items}
      isCurrent={({ id }) => id === search.id}
      onShow={({ id }) => set({ id }, { replace: true })}
      position={(index) => ({ index: (page - 1) * pageSize + index + 1, total })}
      onPreviousPage={page > 1 ? () => turnTo(page - 1, -1) : undefined}
      onNextPage={page * pageSize < total ? () => turnTo(page + 1, 0) : undefined}
    />
  );
}
