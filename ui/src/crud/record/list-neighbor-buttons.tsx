import { useEffect, useState } from 'react';
import { NeighborButtons } from './neighbor-buttons.tsx';

interface List {
  data: { items: readonly { id: number }[]; page: number; pageSize: number; total: number } | undefined;
  search: { id?: number | undefined; page?: number | undefined };
  set: (changes: { id?: number; page?: number }, options: { replace: boolean }) => unknown;
}

/** Shows a record's position in its list, and buttons to the previous and next record, also across pages. */
export function ListNeighborButtons({ list: { data, search, set: setSearch } }: { list: List }) {
  const [turn, setTurn] = useState<{ fromId: number | undefined; toPage: number; at: 0 | -1 }>();
  const isTurning = turn !== undefined && turn.fromId === search.id && turn.toPage === (search.page ?? 1);
  const recordToShow = isTurning && data?.page === turn.toPage ? data.items.at(turn.at) : undefined;
  // shows the first or last record of the page once it is loaded
  useEffect(() => {
    if (!recordToShow) return;
    // the current record itself may have moved to that page
    if (recordToShow.id === search.id) setTurn(undefined);
    else setSearch({ id: recordToShow.id }, { replace: true });
  }, [recordToShow, search.id, setSearch]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn ends when the card shows another record
  useEffect(() => setTurn(undefined), [search.id]);
  if (!data) return null;
  const { items, page, pageSize, total } = data;
  function turnTo(toPage: number, at: 0 | -1): void {
    setTurn({ fromId: search.id, toPage, at });
    setSearch({ page: toPage }, { replace: true });
  }
  return (
    <NeighborButtons
      items={items}
      isTurning={isTurning}
      isCurrent={({ id }) => id === search.id}
      onShow={({ id }) => setSearch({ id }, { replace: true })}
      position={(index) => ({ index: (page - 1) * pageSize + index + 1, total })}
      onPreviousPage={page > 1 ? () => turnTo(page - 1, -1) : undefined}
      onNextPage={page * pageSize < total ? () => turnTo(page + 1, 0) : undefined}
    />
  );
}
