import { useTexts } from '#i18n/i18n.ts';
import { IconButton } from '#kit/button.tsx';

interface Steps {
  data: { items: readonly { id: number }[]; page: number; pageSize: number; total: number } | undefined;
  search: { id?: number | undefined };
  set: (part: { id: number }, options: { replace: boolean }) => unknown;
}

/** Which of the list's records this is, and the way to its neighbours on the page. */
export function Stepper({ list: { data, search, set } }: { list: Steps }) {
  const { t } = useTexts();
  const items = data?.items ?? [];
  const index = items.findIndex(({ id }) => id === search.id);
  if (!data || index < 0) return null;
  const [previous, next] = [items[index - 1], items[index + 1]];
  return (
    <>
      <span className="mr-1 font-mono text-2xs">
        {t('list.position', { index: (data.page - 1) * data.pageSize + index + 1, total: data.total })}
      </span>
      <IconButton
        icon="arrow-up"
        aria-label={t('list.previous')}
        aria-disabled={!previous}
        onClick={() => previous && set({ id: previous.id }, { replace: true })}
      />
      <IconButton
        icon="arrow-down"
        aria-label={t('list.next')}
        aria-disabled={!next}
        onClick={() => next && set({ id: next.id }, { replace: true })}
      />
    </>
  );
}
