import { daysText } from '#crud/hours-text.ts';
import type { Day } from '#crud/weekdays.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { Menu } from '#kit/menu.tsx';
import { type Hours, presets, unusedDays } from './hours.ts';

interface Props {
  rows: readonly Hours[];
  onAdd: (hours: Hours) => void;
}

/** One more pattern: for the days that have none yet, or for the usual ones. */
export function AddHours({ rows, onAdd }: Props) {
  const { t } = useTexts();
  const unused = unusedDays(rows);
  const last = rows.at(-1);
  const add = (days: readonly Day[]) => onAdd({ days, opens: last?.opens || '06:00', closes: last?.closes || '22:00' });
  const rest = unused.length > 0 && unused.length < 7;
  const usual = (['everyDay', 'weekdays', 'weekend'] as const).map((preset) => ({
    id: preset,
    label: t(`hours.${preset}`),
    onSelect: () => add(presets[preset]),
  }));
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="sm" icon="plus" className="-mr-2" data-add-hours>
          {t('hours.add')}
        </Button>
      }
      items={[
        ...(rest
          ? [{ id: 'rest', label: t('hours.rest', { days: daysText(unused) }), onSelect: () => add(unused) }]
          : []),
        ...usual.map((entry, index) => ({ ...entry, separatorBefore: rest && index === 0 })),
      ]}
    />
  );
}
