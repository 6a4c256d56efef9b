import { enums, type Rule } from '#api/metadata.gen.ts';
import { DensitySwitch } from '#crud/list/columns/density-switch.tsx';
import type { ListPreferences } from '#crud/list/columns/preferences.ts';
import { useTypedSearch } from '#crud/list/filters/use-typed-search.ts';
import { pointerLabel } from '#crud/text/value-text.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { outcomeText } from '#imports/counts-text.ts';
import type { Import, RowOutcome } from '#imports/import.ts';
import { ruleName } from '#imports/rule-name.ts';
import { Button } from '#kit/buttons/button.tsx';
import { SearchField } from '#kit/fields/search-field.tsx';
import { FilterChip } from '#kit/lists/filter-chip.tsx';
import { FilterMenu } from '#kit/lists/filter-menu.tsx';
import { type FilterField, FilterValues } from '#kit/lists/filter-values.tsx';
import type { ReportRows } from './use-report-rows.ts';

interface Props {
  importJob: Import;
  rows: ReportRows;
  preferences: ListPreferences;
  onPreferences: (changes: Partial<ListPreferences>) => void;
}

/** The filters of the report and the switch for the row height. */
export function ReportFilters({ importJob, rows, preferences, onPreferences }: Props) {
  const { t } = useTexts();
  const { search, filterBy, showValues } = rows;
  const { counts } = importJob;
  const { typed, setTyped, searchNow } = useTypedSearch(search.code ?? '', (code) =>
    filterBy({ code: code || undefined }),
  );
  const fields = useReportFilters(importJob, rows);
  const activeFields = fields.filter(({ values }) => values.length > 0);
  return (
    <div className="flex min-h-11 flex-none flex-wrap items-center gap-2 border-b border-line px-page py-2">
      <SearchField
        aria-label={t('imports.report.code')}
        placeholder={t('imports.report.code')}
        value={typed}
        onChange={setTyped}
        onSubmit={searchNow}
        hotkey="/"
        className="w-48! max-sm:w-auto! max-sm:flex-1 max-sm:basis-40"
      />
      {activeFields.map((field) => (
        <FilterChip
          key={field.id}
          label={field.label}
          value={field.options?.find(({ value }) => field.values.includes(value))?.label ?? field.values.join()}
          onRemove={() => field.onChange([])}
          editor={(close) => <FilterValues field={field} close={close} />}
        />
      ))}
      {fields.length > 0 && (
        <FilterMenu
          aria-label={t('list.filterLabel')}
          fields={fields}
          trigger={
            <Button variant="ghost" size="sm" icon="plus">
              {t('list.filter')}
            </Button>
          }
        />
      )}
      {activeFields.length > 0 && (
        <Button variant="ghost" size="sm" onClick={() => filterBy(clearedFilters)}>
          {t('common.clear')}
        </Button>
      )}
      <div className="ml-auto flex items-center gap-2">
        {importJob.status === 'staged' && (counts?.refused ?? 0) > 0 && (
          <Button
            size="sm"
            icon="match"
            aria-expanded={search.values === true}
            onClick={() => showValues(!search.values)}
          >
            {t('imports.values.open')}
          </Button>
        )}
        <DensitySwitch preferences={preferences} onPreferences={onPreferences} />
      </div>
    </div>
  );
}

const clearedFilters = {
  rule: undefined,
  outcome: undefined,
  incomplete: undefined,
  corrected: undefined,
  lacks: undefined,
};

function useReportFilters(importJob: Import, { data, search, filterBy }: ReportRows): FilterField[] {
  const { outcomes, counts } = importJob;
  const { t, language } = useTexts();
  // the cast: Object.entries loses the key type
  const rules = (Object.entries(data?.rules ?? {}) as [Rule, number][]).sort(
    ([, countA], [, countB]) => countB - countA,
  );
  if (search.rule && !rules.some(([rule]) => rule === search.rule)) rules.push([search.rule, 0]);
  const outcomesWithRows = enums.ImportRowOutcome.filter((outcome) => outcomes[outcome] || search.outcome === outcome);
  const fields: (FilterField | false)[] = [
    rules.length > 0 && {
      id: 'rule',
      label: t('imports.report.rule'),
      options: rules.map(([rule, count]) => ({ value: rule, label: ruleName(rule, language), note: number(count) })),
      values: search.rule ? [search.rule] : [],
      // the cast: one of the options
      onChange: ([rule]) => filterBy({ rule: rule as Rule | undefined }),
    },
    outcomesWithRows.length > 0 && {
      id: 'outcome',
      label: t('imports.report.outcome'),
      options: outcomesWithRows.map((outcome) => ({
        value: outcome,
        label: outcomeText(outcome, importJob),
        note: number(outcomes[outcome] ?? 0),
      })),
      values: search.outcome ? [search.outcome] : [],
      // the cast: one of the options
      onChange: ([outcome]) => filterBy({ outcome: outcome as RowOutcome | undefined }),
    },
    (Boolean(counts?.incomplete) || search.incomplete === true) && {
      id: 'incomplete',
      label: t('imports.report.incomplete'),
      options: [{ value: 'true', label: t('value.boolean.true'), note: number(counts?.incomplete ?? 0) }],
      values: search.incomplete ? ['true'] : [],
      onChange: ([value]) => filterBy({ incomplete: value ? true : undefined }),
    },
    (Boolean(counts?.corrected) || search.corrected === true) && {
      id: 'corrected',
      label: t('imports.report.corrected'),
      options: [{ value: 'true', label: t('value.boolean.true'), note: number(counts?.corrected ?? 0) }],
      values: search.corrected ? ['true'] : [],
      onChange: ([value]) => filterBy({ corrected: value ? true : undefined }),
    },
  ];
  if (search.lacks)
    fields.push({
      id: 'lacks',
      label: t('imports.report.without'),
      options: [{ value: search.lacks, label: pointerLabel(search.lacks) }],
      values: [search.lacks],
      onChange: ([value]) => filterBy({ lacks: value }),
    });
  return fields.filter((field) => field !== false);
}
