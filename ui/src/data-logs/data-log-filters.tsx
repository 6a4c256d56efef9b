import { enums } from '#api/facts.gen.ts';
import { FilterText } from '#crud/list/filter-text.tsx';
import type { ListPreferences } from '#crud/list/preferences.ts';
import { useTexts } from '#i18n/i18n.ts';
import type { FilterField } from '#kit/filter-values.tsx';
import { LogFilterRow } from '#logs/log-filter-row.tsx';
import { TimeFilter, useTimeText } from '#logs/time-filter.tsx';
import { noConditions } from './data-log-search.ts';
import { OneRecord } from './one-record.tsx';
import type { DataLogs } from './use-data-logs.ts';
import { actionText, kindText } from './words.ts';

interface Props {
  logs: DataLogs;
  preferences: ListPreferences;
  onPreferences: (part: Partial<ListPreferences>) => void;
}

export function DataLogFilters({ logs, ...rest }: Props) {
  const { search, filterBy } = logs;
  return (
    <LogFilterRow
      {...rest}
      logs={logs}
      given={search.recordId !== undefined && <OneRecord logs={logs} />}
      fields={useFields(logs)}
      onClear={() => filterBy(noConditions)}
    />
  );
}

function useFields(logs: DataLogs): FilterField[] {
  const { t } = useTexts();
  const timeText = useTimeText();
  const { search, filterBy } = logs;
  const typed = (id: 'code' | 'actor'): FilterField => {
    const value = search[id];
    const field: FilterField = {
      id,
      label: t(`dataLogs.filter.${id}`),
      values: value === undefined ? [] : [value],
      onChange: ([next]) => filterBy({ [id]: next }),
    };
    return { ...field, editor: (close) => <FilterText field={field} close={close} /> };
  };
  const time = timeText(search);
  return [
    {
      id: 'entity',
      label: t('dataLogs.filter.entity'),
      options: enums.Entity.map((kind) => ({ value: kind, label: kindText(kind) })),
      // the one record says of which kind it is
      values: search.entity === undefined || search.recordId !== undefined ? [] : [search.entity],
      onChange: ([next]) => filterBy({ entity: enums.Entity.find((kind) => kind === next), recordId: undefined }),
    },
    typed('code'),
    {
      id: 'action',
      label: t('dataLogs.filter.action'),
      options: enums.Action.map((action) => ({ value: action, label: actionText(action) })),
      values: search.action === undefined ? [] : [search.action],
      onChange: ([next]) => filterBy({ action: enums.Action.find((action) => action === next) }),
    },
    typed('actor'),
    {
      id: 'time',
      label: t('dataLogs.filter.time'),
      values: time === '' ? [] : [time],
      onChange: () => filterBy({ from: undefined, to: undefined }),
      editor: (close) => <TimeFilter logs={logs} close={close} />,
    },
  ];
}
