import { useTexts } from '#i18n/i18n.ts';
import type { Preview } from '#imports/import.ts';
import { cx } from '#kit/cx.ts';
import { FilterValues } from '#kit/filter-values.tsx';
import { Icon } from '#kit/icon.tsx';
import { Popover } from '#kit/popover.tsx';
import { targetText } from './targets.ts';

interface Props {
  preview: Preview;
  index: number;
  onChange: (target: string | null) => void;
}

const none = '';

/** Which field a column fills: a list that one finds in by typing. */
export function TargetField({ preview: { columns, targets }, index, onChange }: Props) {
  const { t, language } = useTexts();
  const { name = '', target: key = null } = columns[index] ?? {};
  const target = targets.find((one) => one.key === key);
  const label = t('imports.map.targetOf', { column: name });
  const shown = target ? targetText(target, language) : t('imports.map.ignore');
  const takenBy = (taken: string) => columns.find((column, at) => at !== index && column.target === taken)?.name;
  return (
    <Popover
      aria-label={label}
      width={264}
      trigger={
        <button
          type="button"
          aria-label={`${label}: ${shown}`}
          className={cx('control control-sm control-soft w-full text-xs', target ? 'text-ink' : 'text-ink-3')}
        >
          <span className="cut flex-1">{shown}</span>
          {target?.isKey && <Icon name="key" size={14} className="text-accent-ink" label={t('imports.map.key')} />}
          <Icon name="chevron-down" size={14} className="text-ink-3" />
        </button>
      }
    >
      {(close) => (
        <FilterValues
          close={close}
          field={{
            id: name,
            label,
            values: [key ?? none],
            onChange: ([next]) => onChange(next || null),
            options: [
              { value: none, label: t('imports.map.ignore') },
              ...targets.map((one) => {
                const taken = takenBy(one.key);
                return {
                  value: one.key,
                  label: targetText(one, language),
                  keywords: one.key,
                  note:
                    (taken !== undefined && t('imports.map.takenBy', { column: taken })) ||
                    (one.key === 'status' ? t('imports.map.statusNote') : undefined),
                };
              }),
            ],
          }}
        />
      )}
    </Popover>
  );
}
