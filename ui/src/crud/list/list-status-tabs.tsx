import type { enums } from '#api/facts.gen.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { StatusTabs } from '#kit/tabs.tsx';
import type { List } from './use-list.ts';

const order = [
  'active',
  'pending',
  'approved',
  'inactive',
  'rejected',
] as const satisfies (typeof enums.Status)[number][];

export function ListStatusTabs({ list: { data, search, filterBy } }: { list: List }) {
  const { t } = useTexts();
  const counts = data?.counts;
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <StatusTabs
      aria-label={t('list.tabs')}
      selected={search.status ?? 'all'}
      onSelect={(id) => filterBy({ status: id === 'all' ? undefined : id })}
      tabs={[
        { id: 'all', label: t('common.all'), count: all === undefined ? undefined : number(all) },
        ...order.map((status) => ({
          id: status,
          label: t(`status.${status}`),
          mark: status,
          count: counts && number(counts[status] ?? 0),
        })),
      ]}
    />
  );
}
