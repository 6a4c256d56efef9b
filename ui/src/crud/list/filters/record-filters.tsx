import { Fragment, lazy, Suspense } from 'react';
import { type EntityKey, enums } from '#api/metadata.gen.ts';
import type { EntityUi, FilterSpec } from '#crud/define-entity.ts';
import { type Condition, conditionOf, withCondition } from '#crud/list/list-query.ts';
import type { RecordList } from '#crud/list/use-list.ts';
import { useRecordByCode } from '#crud/read/use-find-records.ts';
import { cachedName, useRecordNameUpdates } from '#crud/text/record-name-cache.ts';
import { pointerLabel } from '#crud/text/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { formatDayRange, parseDayRange } from '#i18n/viewer-days.ts';
import { Code } from '#kit/display/code.tsx';
import type { FilterField } from '#kit/lists/filter-values.tsx';
import { useDaysFilter, useDaysText } from './days-filter.tsx';
import { filterOption } from './filter-option.ts';

// nobody edits a condition before the list is shown
const ConditionEditor = lazy(async () => ({ default: (await import('./condition-editor.tsx')).ConditionEditor }));

/** How many values a chip shows before it counts the rest. */
const MAX_CHIP_VALUES = 3;

const STATUS_FILTER: FilterSpec = { id: 'status', operators: ['is', 'anyOf', 'isNot'], values: enums.Status };

/** Returns the filters of a list of records, except for those that are always in force. */
export function useRecordFilters(entity: EntityUi, list: RecordList): FilterField[] {
  useTexts();
  const { search, filterBy } = list;
  const updateDays = useDaysFilter({
    id: 'updated',
    label: pointerLabel('/updateTime'),
    range: parseDayRange(search.updated ?? ''),
    onChange: (days) => filterBy({ updated: formatDayRange(days) }),
  });
  const optionalFilters = entity.filters.filter(({ defaultValue }) => defaultValue === undefined);
  return [...optionalFilters.map((spec) => toField(spec, list)), toStatusField(list), updateDays];
}

/** A single status is chosen with the tabs, so only other conditions are shown as a filter. */
function toStatusField(list: RecordList): FilterField {
  const condition = conditionOf(list.search, STATUS_FILTER);
  const field = toField(STATUS_FILTER, list);
  return condition?.operator === 'is' ? { ...field, values: [] } : field;
}

function toField(spec: FilterSpec, { search, filterBy }: RecordList): FilterField {
  const condition = conditionOf(search, spec);
  return {
    id: spec.id,
    label: pointerLabel(`/${spec.id}`),
    // a condition without values is in force as well
    values: condition ? [condition.operator, ...condition.values] : [],
    chipContent: condition && <ConditionText spec={spec} condition={condition} />,
    onChange: () => filterBy(withCondition(search, spec.id, undefined)),
    editor: (close) => (
      <Suspense fallback={<div className="h-59" />}>
        <ConditionEditor
          spec={spec}
          condition={condition}
          onChange={(next) => filterBy(withCondition(search, spec.id, next))}
          close={close}
        />
      </Suspense>
    ),
  };
}

/** A condition in words, after the name of its field. */
function ConditionText({ spec, condition: { operator, values } }: { spec: FilterSpec; condition: Condition }) {
  const { t } = useTexts();
  const [range = ''] = values;
  if (operator === 'empty' || operator === 'filled') return t(`list.operator.${operator}`);
  if (operator === 'between') return <RangeText spec={spec} range={range} />;
  const shown = values.slice(0, MAX_CHIP_VALUES);
  const more = values.length - shown.length;
  return (
    <>
      {operator !== 'is' && <span className="font-normal text-ink-2">{t(`list.operator.${operator}`)}</span>}
      {shown.length === 1 && <ValueText spec={spec} value={shown[0] ?? ''} withCode />}
      {shown.length > 1 && (
        // plain inline text, as other boxes would add spaces to the button's name
        <span>
          {shown.map((value, index) => (
            <Fragment key={value}>
              {index > 0 && t('list.valueSeparator')}
              <ValueText spec={spec} value={value} withCode={false} />
            </Fragment>
          ))}
        </span>
      )}
      {more > 0 && <span className="font-normal text-ink-2">{t('list.moreValues', { more, all: values.length })}</span>}
    </>
  );
}

function RangeText({ spec, range }: { spec: FilterSpec; range: string }) {
  const { t } = useTexts();
  const daysText = useDaysText();
  if (spec.range !== 'number') return daysText(parseDayRange(range));
  const [from = '', to] = range.split('..');
  if (!to) return t('list.atLeast', { from });
  return from ? `${from} – ${to}` : t('list.atMost', { to });
}

interface ValueTextProps {
  spec: FilterSpec;
  value: string;
  /** Whether the code is shown beside the name. */
  withCode: boolean;
}

/** The name of a filter's value. */
function ValueText({ spec, value, withCode }: ValueTextProps) {
  useTexts();
  if (spec.entity) return <ReferenceText kind={spec.entity} code={value} withCode={withCode} />;
  const { label, code } = filterOption(spec, value);
  return (
    <>
      {label}
      {code && withCode && <Code small>{code}</Code>}
    </>
  );
}

function ReferenceText({ kind, code, withCode }: { kind: EntityKey; code: string; withCode: boolean }) {
  const { language } = useTexts();
  useRecordNameUpdates();
  const name = cachedName(kind, code, language);
  // an address may name a record that no row of the list refers to
  useRecordByCode(kind, name === undefined ? code : undefined);
  return (
    <>
      <bdi>{name}</bdi>
      {(withCode || name === undefined) && <Code small>{code}</Code>}
    </>
  );
}
