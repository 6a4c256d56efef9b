import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { StatusTabs } from '#kit/tabs.tsx';
import { marks, states } from './subscriber.ts';

interface Props {
  counts: Partial<Record<string, number>> | undefined;
  selected: unknown;
  onSelect: (state: string | undefined) => void;
}

/** How many subscribers are in which state; one click shows them. */
export function SubscriberTabs({ counts, selected, onSelect }: Props) {
  const { t } = useTexts();
  const all = counts && Object.values(counts).reduce<number>((sum, count = 0) => sum + count, 0);
  return (
    <StatusTabs
      aria-label={t('list.tabs')}
      selected={String(selected ?? 'all')}
      onSelect={(id) => onSelect(id === 'all' ? undefined : id)}
      tabs={[
        { id: 'all', label: t('common.all'), count: all === undefined ? undefined : number(all) },
        ...states.map((state) => ({
          id: state,
          label: t(`sync.state.${state}`),
          mark: marks[state],
          count: counts && number(counts[state] ?? 0),
        })),
      ]}
    />
  );
}
