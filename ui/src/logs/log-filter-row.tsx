import type { ReactNode } from 'react';
import { DensitySwitch } from '#crud/list/density-switch.tsx';
import type { ListPreferences } from '#crud/list/preferences.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button, IconButton } from '#kit/button.tsx';
import { FilterChip } from '#kit/filter-chip.tsx';
import { FilterMenu } from '#kit/filter-menu.tsx';
import { type FilterField, FilterValues } from '#kit/filter-values.tsx';

interface Props {
  logs: { loading: boolean; reload: () => void };
  fields: readonly FilterField[];
  /** A condition that nobody chooses here. */
  given?: ReactNode;
  onClear: () => void;
  preferences: ListPreferences;
  onPreferences: (part: Partial<ListPreferences>) => void;
}

/** One chip a condition; what has happened since, and how high the rows are, at the right. */
export function LogFilterRow({ logs, fields, given, onClear, preferences, onPreferences }: Props) {
  const { t } = useTexts();
  const applied = fields.filter(({ values }) => values.length > 0);
  const narrowed = applied.length > 0 || Boolean(given);
  return (
    <div className="flex min-h-11 flex-none flex-wrap items-center gap-2 border-b border-line px-6 py-2">
      {given}
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
          <Button variant="ghost" size="sm" icon="plus" className={narrowed ? undefined : '-ml-2'}>
            {t('list.filter')}
          </Button>
        }
      />
      {narrowed && (
        <Button variant="ghost" size="sm" onClick={onClear}>
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
