import { useEffect, useMemo, useState } from 'react';
import type { Entity, enums } from '#api/facts.gen.ts';
import type { CardPart, EntityUi, FilterSpec } from '#crud/define-entity.ts';
import { ExportButton } from '#crud/export-button.tsx';
import { useFormNavigation } from '#crud/form-place.ts';
import { labelName, useLabels } from '#crud/labels.ts';
import { RecordPanel } from '#crud/record/record-panel.tsx';
import { recordOption } from '#crud/record-option.ts';
import { useFindRecords, useRecordOf } from '#crud/use-find-records.ts';
import { pointerText } from '#crud/value-text.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { Code } from '#kit/chip.tsx';
import { type FilterField, FilterValues } from '#kit/filter-values.tsx';
import { Pager } from '#kit/pager.tsx';
import { Segmented } from '#kit/segmented.tsx';
import { StatusTabs } from '#kit/tabs.tsx';
import { useSession } from '#session/use-session.ts';
import { filterOption } from './filter-option.ts';
import { FilterRow } from './filter-row.tsx';
import { FilterText } from './filter-text.tsx';
import { ImportButton } from './import-button.tsx';
import { ListBulkBar } from './list-bulk-bar.tsx';
import { ListColumns } from './list-columns.tsx';
import { isNarrowed } from './list-empty.tsx';
import { exportOfList } from './list-export.ts';
import { ListTable } from './list-table.tsx';
import { emptyText } from './no-rows.tsx';
import { type ListPreferences, useListPreferences } from './preferences.ts';
import { QuickSearch } from './quick-search.tsx';
import { refreshed, type Selection } from './selection.ts';
import { type List, useList } from './use-list.ts';

interface Props {
  entity: EntityUi;
  /** What stands on a record's card before its fields. */
  Card?: CardPart;
}

/** A kind's page: its records as a table, one of them beside it. Everything shown stands in the address. */
export function ListPage({ entity, Card }: Props) {
  const { t } = useTexts();
  const list = useList(entity);
  const { preferences, change } = useListPreferences(entity.key);
  const [selected, select] = useState<Selection>(new Map());
  const { search, data, problem, set } = list;
  const selection = useMemo(() => refreshed(selected, data?.items ?? []), [selected, data]);
  return (
    <>
      <section className="relative flex min-w-0 flex-1 flex-col">
        <ListHead entity={entity} list={list} />
        <ListStatusTabs list={list} />
        <ListFilters entity={entity} list={list} preferences={preferences} onPreferences={change} />
        <ListTable
          entity={entity}
          list={list}
          preferences={preferences}
          onPreferences={change}
          selection={selection}
          onSelect={select}
        />
        {selection.size > 0 && <ListBulkBar entity={entity} list={list} selection={selection} onSelect={select} />}
        <Pager
          page={search.page ?? 1}
          pageSize={search.pageSize ?? 20}
          total={data?.total ?? 0}
          sizeLabel={t('common.pageSize')}
          onPage={(page) => set({ page })}
          onPageSize={(pageSize) => list.filterBy({ pageSize })}
          text={(from, to, total) =>
            total === 0
              ? !problem && emptyText(data !== undefined, isNarrowed(entity, search))
              : t('list.range', { from: number(from), to: number(to), total: number(total) })
          }
        />
      </section>
      <RecordPanel entity={entity} list={list} Card={Card} />
    </>
  );
}

/** Which kind it is, and the ways in and out of its records. */
function ListHead({ entity, list: { search, data } }: { entity: EntityUi; list: List }) {
  const { t } = useTexts();
  const { refuse } = useSession();
  const ways = useFormNavigation(entity);
  const { key } = entity;
  return (
    <header className="flex h-13 flex-none items-center gap-2 px-6">
      <h1 className="mr-auto text-xl font-semibold">{t(`entity.${key}.many`)}</h1>
      <ImportButton kind={key}>{t('list.import')}</ImportButton>
      <ExportButton
        source={exportOfList(entity, search)}
        permission={`${key}:export`}
        header={data && t('list.exportHint', { total: number(data.total) })}
      />
      <Button
        variant="primary"
        icon="plus"
        refused={refuse(`${key}:create`)}
        {...ways.prefetchProps}
        onClick={ways.create}
      >
        {t(`entity.${key}.create`)}
      </Button>
    </header>
  );
}

const order = [
  'active',
  'pending',
  'approved',
  'inactive',
  'rejected',
] as const satisfies (typeof enums.Status)[number][];

function ListStatusTabs({ list: { data, search, filterBy } }: { list: List }) {
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

interface ListFiltersProps {
  entity: EntityUi;
  list: List;
  preferences: ListPreferences;
  onPreferences: (part: Partial<ListPreferences>) => void;
}

/** Free text first, then one chip a condition; columns and density at the right. */
function ListFilters({ entity, list, preferences, onPreferences }: ListFiltersProps) {
  const { t } = useTexts();
  const { search, filterBy } = list;
  const switches = entity.filters.filter(({ initial }) => initial !== undefined);
  const fields = entity.filters.filter((spec) => !switches.includes(spec)).map((spec) => toField(spec, list));
  const nothing = Object.fromEntries(fields.map(({ id }) => [id, undefined]));
  return (
    <FilterRow
      start={
        <>
          <QuickSearch list={list} hint={t(`entity.${entity.key}.search`)} className="w-52" />
          {switches.map((spec) => (
            <FilterSwitch key={spec.id} spec={spec} list={list} />
          ))}
        </>
      }
      fields={fields}
      narrowed={Boolean(search.q)}
      onClear={() => filterBy({ ...nothing, q: undefined })}
      end={<ListColumns entity={entity} list={list} preferences={preferences} onPreferences={onPreferences} />}
      preferences={preferences}
      onPreferences={onPreferences}
    />
  );
}

function toField(spec: FilterSpec, { search, filterBy }: List): FilterField {
  const { id, values, kind } = spec;
  const value = search[id]?.toString();
  const field: FilterField = {
    id,
    label: pointerText(`/${id}`),
    values: value === undefined ? [] : [value],
    chosen: value !== undefined && <FilterChosen spec={spec} value={value} />,
    onChange: ([next]) => filterBy({ [id]: next }),
  };
  if (kind) return { ...field, editor: (close) => <FilterReference kind={kind} field={field} close={close} /> };
  if (!values) return { ...field, editor: (close) => <FilterText field={field} close={close} /> };
  return { ...field, options: values.map((one) => filterOption(spec, one)) };
}

/** A condition that is always in force, as one of its values. */
function FilterSwitch({ spec, list: { search, filterBy } }: { spec: FilterSpec; list: List }) {
  const { id, values = [], initial = '' } = spec;
  const options = values.map((value) => ({ value, label: filterOption(spec, value).label }));
  return (
    <Segmented
      aria-label={pointerText(`/${id}`)}
      value={String(search[id] ?? initial)}
      onChange={(value) => filterBy({ [id]: value === initial ? undefined : value })}
      options={options}
    />
  );
}

interface FilterReferenceProps {
  kind: Entity;
  field: FilterField;
  close: () => void;
}

/** A record to be chosen as a condition: the first of them at once, any other by typing. */
function FilterReference({ kind, field, close }: FilterReferenceProps) {
  const { language } = useTexts();
  const { records, loading, problem, refused, ask } = useFindRecords(kind);
  useLabels();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once, when it opens
  useEffect(() => ask(''), []);
  if (refused || problem) return <p className="p-3 text-ink-3">{refused || problem}</p>;
  const options = records.map((record) => recordOption(record, language));
  return <FilterValues field={{ ...field, options, onQuery: ask, loading }} close={close} />;
}

/** The value of a condition in force: its name, and its code where it is one. */
function FilterChosen({ spec, value }: { spec: FilterSpec; value: string }) {
  useTexts();
  if (spec.kind) return <ChosenRecord kind={spec.kind} code={value} />;
  const { label, code } = filterOption(spec, value);
  return (
    <>
      {label}
      {code && <Code small>{code}</Code>}
    </>
  );
}

function ChosenRecord({ kind, code }: { kind: Entity; code: string }) {
  const { language } = useTexts();
  useLabels();
  const name = labelName(kind, code, language);
  // an address may name a record that no row of the list refers to
  useRecordOf(kind, name === undefined ? code : undefined);
  return (
    <>
      {name}
      <Code small>{code}</Code>
    </>
  );
}
