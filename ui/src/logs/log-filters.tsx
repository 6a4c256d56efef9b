import { FilterText } from '#crud/list/filter-text.tsx';
import type { ListPreferences } from '#crud/list/preferences.ts';
import { useTexts } from '#i18n/i18n.ts';
import type { FilterField } from '#kit/filter-values.tsx';
import { type Act, type ActGroup, actGroups } from './acts.ts';
import { LogFilterRow } from './log-filter-row.tsx';
import { conditions, type LogPart } from './log-search.ts';
import { TimeFilter, useTimeText } from './time-filter.tsx';
import type { Logs } from './use-logs.ts';

export const noConditions: LogPart = Object.fromEntries(conditions.map((name) => [name, undefined]));

interface Props {
  logs: Logs;
  preferences: ListPreferences;
  onPreferences: (part: Partial<ListPreferences>) => void;
}

export function LogFilters({ logs, ...rest }: Props) {
  return <LogFilterRow {...rest} logs={logs} fields={useFields(logs)} onClear={() => logs.filterBy(noConditions)} />;
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
