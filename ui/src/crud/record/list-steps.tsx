import { Steps } from './steps.tsx';

interface List {
  data: { items: readonly { id: number }[]; page: number; pageSize: number; total: number } | undefined;
  search: { id?: number | undefined };
  set: (part: { id: number }, options: { replace: boolean }) => unknown;
}

/** Which of the list's records this is, and the way to its neighbours on the page. */
export function ListSteps({ list: { data, search, set } }: { list: List }) {
  if (!data) return null;
  const { items, page, pageSize, total } = data;
  return (
    <Steps
      items={items}
      isThis={({ id }) => id === search.id}
      show={({ id }) => set({ id }, { replace: true })}
      position={(index) => ({ index: (page - 1) * pageSize + index + 1, total })}
    />
  );
}
