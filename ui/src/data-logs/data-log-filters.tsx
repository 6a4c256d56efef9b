import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { enums, fields, routes } from '#api/metadata.gen.ts';
import { entityUi } from '#crud/define-entity.ts';
import type { ListPreferences } from '#crud/list/columns/preferences.ts';
import { useDaysFilter } from '#crud/list/filters/days-filter.tsx';
import { filterOption } from '#crud/list/filters/filter-option.ts';
import { TextFilterEditor } from '#crud/list/filters/text-filter-editor.tsx';
import { recordName } from '#crud/text/record-names.ts';
import { pointerLabel } from '#crud/text/value-text.ts';
import { t, useTexts } from '#i18n/i18n.ts';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { Code } from '#kit/display/code.tsx';
import { FilterChip } from '#kit/lists/filter-chip.tsx';
import type { FilterField } from '#kit/lists/filter-values.tsx';
import { LogFilterRow } from '#logs/log-filter-row.tsx';
import { useSession } from '#session/use-session.ts';
import { noConditions } from './data-log-search.ts';
import { actionText, entityText, TaskName } from './marks.tsx';
import type { DataLogs } from './use-data-logs.ts';

interface DataLogFiltersProps {
  logs: DataLogs;
  /** A button at the right. */
  action: ReactNode;
  preferences: ListPreferences;
  onPreferences: (part: Partial<ListPreferences>) => void;
}

/** The filters of the data log; the fields to choose from are those of the chosen kind. */
export function DataLogFilters({ logs, ...rest }: DataLogFiltersProps) {
  const { search, filterBy } = logs;
  return (
    <LogFilterRow
      {...rest}
      logs={logs}
      given={
        (search.recordId !== undefined || search.task !== undefined) && (
          <>
            {search.recordId !== undefined && <OneRecord logs={logs} />}
            {search.task !== undefined && <OneTask logs={logs} />}
          </>
        )
      }
      fields={useFields(logs)}
      onClear={() => filterBy(noConditions)}
    />
  );
}

function useFields(logs: DataLogs): FilterField[] {
  const { t } = useTexts();
  const { search, filterBy } = logs;
  const typed = (id: 'code' | 'actor' | 'before' | 'after'): FilterField => {
    const value = search[id];
    const field: FilterField = {
      id,
      label: t(`dataLogs.filter.${id}`),
      values: value === undefined ? [] : [value],
      onChange: ([next]) => filterBy({ [id]: next }),
    };
    return { ...field, editor: (close) => <TextFilterEditor field={field} close={close} /> };
  };
  const timeField = useDaysFilter({ id: 'time', label: t('dataLogs.filter.time'), range: search, onChange: filterBy });
  return [
    {
      id: 'entity',
      label: t('dataLogs.filter.entity'),
      options: enums.Entity.map((kind) => ({ value: kind, label: entityText(kind) })),
      // the filter by record already shows the entity
      values: search.entity === undefined || search.recordId !== undefined ? [] : [search.entity],
      onChange: ([next]) =>
        filterBy({ ...noField, entity: enums.Entity.find((kind) => kind === next), recordId: undefined }),
    },
    typed('code'),
    {
      id: 'action',
      label: t('dataLogs.filter.action'),
      options: enums.Action.map((action) => ({ value: action, label: actionText(action) })),
      values: search.action === undefined ? [] : [search.action],
      onChange: ([next]) => filterBy({ action: enums.Action.find((action) => action === next) }),
    },
    ...fieldFilters(logs, typed),
    typed('actor'),
    timeField,
  ];
}

const noField = { field: undefined, before: undefined, after: undefined };

/** The filter by the changed field of the chosen kind, and by its values once a field is chosen. */
function fieldFilters(
  { search, filterBy }: DataLogs,
  typed: (id: 'before' | 'after') => FilterField,
): readonly FilterField[] {
  const entity = search.entity && entityUi(search.entity);
  if (!entity) return [];
  const names = [...fields[entity.schema], 'status'];
  const field: FilterField = {
    id: 'field',
    label: t('dataLogs.filter.field'),
    options: names.map((name) => ({ value: name, label: pointerLabel(`/${name}`) })),
    values: search.field === undefined ? [] : [search.field],
    onChange: ([next]) => filterBy({ ...noField, field: next }),
  };
  return [field, ...(search.field === undefined ? [] : [valueFilter('before'), valueFilter('after')])];

  function valueFilter(side: 'before' | 'after'): FilterField {
    const { field: name = '' } = search;
    const choices = name === 'status' ? enums.Status : entity?.filters.find(({ id }) => id === name)?.values;
    if (!choices) return typed(side);
    const value = search[side];
    return {
      id: side,
      label: t(`dataLogs.filter.${side}`),
      options: choices.map((choice) => filterOption({ id: name, values: choices }, choice)),
      values: value === undefined ? [] : [value],
      onChange: ([next]) => filterBy({ [side]: next }),
    };
  }
}

/** The chip of the filter by record, with the record's name from its latest change on this page. */
function OneRecord({ logs: { search, data, filterBy } }: { logs: DataLogs }) {
  const { t, language } = useTexts();
  const { entity, recordId } = search;
  const named = data?.entries.find((entry) => entry.entity === entity && entry.recordId === recordId);
  return (
    <FilterChip
      label={entity ? entityText(entity) : t('dataLogs.filter.record')}
      value={
        named ? (
          <>
            <bdi>{recordName(named, language)}</bdi>
            {named.code !== null && <Code small>{named.code}</Code>}
          </>
        ) : (
          `#${recordId}`
        )
      }
      onRemove={() => filterBy({ ...noField, entity: undefined, recordId: undefined })}
    />
  );
}

/** The chip of the filter by task, and a link to the page of its import or of the task itself. */
function OneTask({ logs: { search, data, filterBy } }: { logs: DataLogs }) {
  const { t } = useTexts();
  const { can } = useSession();
  const task = data?.task;
  const importId = task?.import?.id;
  const seesImport = task?.entities.some((kind) => can(`${kind}:import`) || can(`${kind}:review`));
  return (
    <>
      <FilterChip
        label={t(importId === undefined ? 'dataLogs.filter.task' : 'dataLogs.filter.import')}
        value={task ? <TaskName task={task} /> : `#${search.task}`}
        onRemove={() => filterBy({ task: undefined })}
      />
      {importId !== undefined && seesImport && (
        <Link to="/imports/$id" params={{ id: String(importId) }} className={`${linkClass} text-xs`}>
          {t('dataLogs.toImport')}
        </Link>
      )}
      {task && !task.import && can('task:read') && (
        <Link to={routes.task} search={{ id: task.id }} className={`${linkClass} text-xs`}>
          {t('dataLogs.toTask')}
        </Link>
      )}
    </>
  );
}
