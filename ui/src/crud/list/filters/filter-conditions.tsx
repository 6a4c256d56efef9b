import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { FilterChip } from '#kit/lists/filter-chip.tsx';
import { FilterMenu } from '#kit/lists/filter-menu.tsx';
import { type FilterField, FilterValues } from '#kit/lists/filter-values.tsx';

interface Props {
  fields: readonly FilterField[];
  /** Clears all filters; undefined hides the button. */
  onClear?: () => void;
  /** Whether filters outside this row are active. */
  narrowed?: boolean;
}

/** A chip for each active filter, a menu to add one, and a button to clear all. */
export function FilterConditions({ fields, onClear, narrowed }: Props) {
  const { t } = useTexts();
  const applied = fields.filter(({ values }) => values.length > 0);
  return (
    <>
      {applied.map((field) => (
        <FilterChip
          key={field.id}
          label={field.label}
          value={field.chipContent ?? labels(field)}
          onRemove={() => field.onChange([])}
          editor={(close) => <FilterValues field={field} close={close} />}
        />
      ))}
      <FilterMenu
        aria-label={t('list.filterLabel')}
        fields={fields}
        trigger={
          <Button
            variant="ghost"
            size="sm"
            icon="plus"
            className="max-sm:px-3 max-sm:inset-ring max-sm:inset-ring-line-strong sm:first:-ml-2"
          >
            {t('list.filter')}
          </Button>
        }
      />
      {onClear && (narrowed || applied.length > 0) && (
        <Button variant="ghost" size="sm" className="max-sm:order-1" onClick={onClear}>
          {t('common.clear')}
        </Button>
      )}
    </>
  );
}

const labels = ({ options, values }: FilterField) =>
  values.map((value) => options?.find((option) => option.value === value)?.label ?? value);
