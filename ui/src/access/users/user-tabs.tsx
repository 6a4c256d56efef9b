import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { StatusTabs } from '#kit/tabs.tsx';
import { marks, statuses } from './account.ts';

interface Props {
  counts: Partial<Record<string, number>> | undefined;
  selected: string | undefined;
  onSelect: (status: string | undefined) => void;
}

/** How many people stand where; one click shows them. */
export function UserTabs({ counts, selected, onSelect }: Props) {
  const { t } = useTexts();
  const all = counts && Object.values(counts).reduce<number>((sum, count = 0) => sum + count, 0);
  return (
    <StatusTabs
      aria-label={t('list.tabs')}
      selected={selected ?? 'all'}
      onSelect={(id) => onSelect(id === 'all' ? undefined : id)}
      tabs={[
        { id: 'all', label: t('common.all'), count: all === undefined ? undefined : number(all) },
        ...statuses.map((status) => ({
          id: status,
          label: t(`user.status.${status}`),
          mark: marks[status],
          count: counts && number(counts[status] ?? 0),
        })),
      ]}
    />
  );
}
