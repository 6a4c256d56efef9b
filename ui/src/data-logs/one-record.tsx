import { nameOf } from '#crud/names.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Code } from '#kit/chip.tsx';
import { FilterChip } from '#kit/filter-chip.tsx';
import type { DataLogs } from './use-data-logs.ts';
import { kindText } from './words.ts';

/** The one record whose changes are shown, named as its latest change here names it. */
export function OneRecord({ logs: { search, data, filterBy } }: { logs: DataLogs }) {
  const { t, language } = useTexts();
  const { entity, recordId } = search;
  const named = data?.items.find((entry) => entry.entity === entity && entry.recordId === recordId);
  return (
    <FilterChip
      label={entity ? kindText(entity) : t('dataLogs.filter.record')}
      value={
        named ? (
          <>
            {nameOf(named, language)}
            {named.code !== null && <Code small>{named.code}</Code>}
          </>
        ) : (
          `#${recordId}`
        )
      }
      onRemove={() => filterBy({ entity: undefined, recordId: undefined })}
    />
  );
}
