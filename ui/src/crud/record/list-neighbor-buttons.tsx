import { NeighborButtons } from './neighbor-buttons.tsx';

interface List {
  data: { items: readonly { id: number }[]; page: number; pageSize: number; total: number } | undefined;
  search: { id?: number | undefined };
  set: (part: { id: number }, options: { replace: boolean }) => unknown;
}

/** Shows a record's position in its list, and buttons to the previous and next record on the page. */
export function ListNeighborButtons({ list: { data, search, set } }: { list: List }) {
  if (!data) return null;
  const { items, page, pageSize, total } = data;
  return (
    <NeighborButtons
      items={items}
      isCurrent={({ id }) => id === search.id}
      onShow={({ id }) => set({ id }, { replace: true })}
      position={(index) => ({ index: (page - 1) * pageSize + index + 1, total })}
    />
  );
}
