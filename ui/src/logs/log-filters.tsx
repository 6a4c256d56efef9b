import { DensitySwitch } from '#crud/list/density-switch.tsx';
import { FilterText } from '#crud/list/filter-text.tsx';
import type { ListPreferences } from '#crud/list/preferences.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button, IconButton } from '#kit/button.tsx';
import { FilterChip } from '#kit/filter-chip.tsx';
import { FilterMenu } from '#kit/filter-menu.tsx';
import { type FilterField, FilterValues } from '#kit/filter-values.tsx';
import { type Act, type ActGroup, actGroups } from './acts.ts';
import { conditions, type LogPart } from './log-search.ts';
import { TimeFilter, useTimeText } from './time-filter.tsx';
import type { Logs } from './use-logs.ts';

export const noConditions: LogPart = Object.fromEntries(conditions.map((name) => [name, undefined]));

interface Props {
  logs: Logs;
  preferences: ListPreferences;
  onPreferences: (part: Partial<ListPreferences>) => void;
}

/** One chip a condition; what has happened since, and how high the rows are, at the right. */
export function LogFilters({ logs, preferences, onPreferences }: Props) {
  const { t } = useTexts();
  const fields = useFields(logs);
  const applied = fields.filter(({ values }) => values.length > 0);
  return (
    <div className="flex min-h-11 flex-none flex-wrap items-center gap-2 border-b border-line px-6 py-2">
      {applied.map((field) => (
        <FilterChip
          key={field.id}
          label={field.label}
          value={field.options?.find(({ value }) => field.values.includes(value))?.label ?? field.values.join()}
          onRemove={() => field.onChange([])}
          editor={(close) => <FilterValues field={field} close={close} />}
        />
      ))}
      <FilterMenu
        aria-label={t('list.filterLabel')}
        fields={fields}
        trigger={
          <Button variant="ghost" size="sm" icon="plus" className={applied.length === 0 ? '-ml-2' : undefined}>
            {t('list.filter')}
          </Button>
        }
      />
      {applied.length > 0 && (
        <Button variant="ghost" size="sm" onClick={() => logs.filterBy(noConditions)}>
          {t('common.clear')}
        </Button>
      )}
      <div className="ml-auto flex items-center gap-2">
        <IconButton icon="sync" aria-label={t('logs.refresh')} busy={logs.loading} onClick={logs.reload} />
        <DensitySwitch preferences={preferences} onPreferences={onPreferences} />
      </div>
    </div>
  );
}

function useFields(logs: Logs): FilterField[] {
  const { t } = useTexts();
  const timeText = useTimeText();
  const { search, filterBy } = logs;
  const typed = (id: 'user' | 'about' | 'address'): FilterField => {
    const value = search[id];
    const field: FilterField = {
      id,
      label: t(`logs.filter.${id}`),
      values: value === undefined ? [] : [value],
      onChange: ([next]) => filterBy({ [id]: next }),
    };
    return { ...field, editor: (close) => <FilterText field={field} close={close} /> };
  };
  const acts = Object.entries(actGroups).flatMap(([group, names]) =>
    // the cast: Object.entries forgets the names that it lists
    names.map((act) => ({ value: act, label: t(`logs.act.${act}`), group: t(`logs.group.${group as ActGroup}`) })),
  );
  const time = timeText(search);
  return [
    {
      id: 'act',
      label: t('logs.filter.act'),
      options: acts,
      values: search.act === undefined ? [] : [search.act],
      // the cast: one of the options
      onChange: ([act]) => filterBy({ act: act as Act | undefined }),
    },
    typed('user'),
    typed('about'),
    {
      id: 'time',
      label: t('logs.filter.time'),
      values: time === '' ? [] : [time],
      onChange: () => filterBy({ from: undefined, to: undefined }),
      editor: (close) => <TimeFilter logs={logs} close={close} />,
    },
    typed('address'),
  ];
}
