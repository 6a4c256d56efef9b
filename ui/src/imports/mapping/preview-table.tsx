import { pointerLabel } from '#crud/text/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import type { ImportOptions, Preview } from '#imports/import.ts';
import { Icon } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';
import { Popover } from '#kit/layers/popover.tsx';
import { FilterValues } from '#kit/lists/filter-values.tsx';
import { ProgressLine } from '#kit/messages/progress-line.tsx';
import { assignTarget } from './import-targets.ts';

interface Props {
  preview: Preview;
  loading: boolean;
  /** Whether a preset maps the columns. */
  isReadOnly: boolean;
  onTargets: (targets: ImportOptions['targets']) => void;
}

const LINE_COLUMN_WIDTH_PX = 76;
const COLUMN_WIDTH_PX = 168;

/** The first rows of the file with a field above each column that selects its target. */
export function PreviewTable({ preview, loading, isReadOnly, onTargets }: Props) {
  const { t } = useTexts();
  const { columns, rows } = preview;
  const headCellClass = isReadOnly ? 'h-8!' : 'h-16! py-1.5! align-top';
  return (
    <div className="relative flex min-h-0 min-w-0 flex-1 flex-col">
      {loading && <ProgressLine className="absolute inset-x-0 top-0 z-(--z-bar)" />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be scrollable by keyboard */}
      <section aria-label={t('imports.map.table')} tabIndex={0} className="grid-scroll focus-visible:-outline-offset-2">
        <table className="grid-table" style={{ minWidth: LINE_COLUMN_WIDTH_PX + columns.length * COLUMN_WIDTH_PX }}>
          <colgroup>
            <col style={{ width: LINE_COLUMN_WIDTH_PX }} />
            {columns.map((_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by their index
              <col key={index} style={{ width: COLUMN_WIDTH_PX }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              <th
                scope="col"
                className={cx('pin pin-edge text-end', isReadOnly ? 'h-8!' : 'h-16!')}
                style={{ left: 0 }}
              >
                {t('imports.column.line')}
              </th>
              {columns.map((column, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: keeps the control of a column mounted while its name changes
                <th key={index} scope="col" className={headCellClass}>
                  <span className="block truncate font-mono text-xs font-medium text-ink" title={column.name}>
                    {column.name}
                  </span>
                  {!isReadOnly && (
                    <TargetField
                      preview={preview}
                      index={index}
                      onChange={(target) => onTargets(assignTarget(columns, index, target))}
                    />
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ line, cells }) => (
              <tr key={line} className="grid-row">
                <td className="pin pin-edge h-8! text-end font-mono text-xs text-ink-3" style={{ left: 0 }}>
                  {line}
                </td>
                {columns.map((column, index) => (
                  <td
                    // biome-ignore lint/suspicious/noArrayIndexKey: cells are identified by their index
                    key={index}
                    title={cells[index]}
                    className={cx('h-8!', !isReadOnly && column.target === null && 'text-ink-3')}
                  >
                    {cells[index]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

interface TargetFieldProps {
  preview: Preview;
  index: number;
  onChange: (target: string | null) => void;
}

const NO_TARGET = '';

/** A searchable list that selects the target of a column. */
function TargetField({ preview: { columns, targets }, index, onChange }: TargetFieldProps) {
  const { t } = useTexts();
  const { name = '', target: key = null } = columns[index] ?? {};
  const target = targets.find((candidate) => candidate.key === key);
  const label = t('imports.map.targetOf', { column: name });
  const targetLabel = target ? pointerLabel(target.pointer) : t('imports.map.ignore');
  const findOtherColumn = (targetKey: string) =>
    columns.find((column, columnIndex) => columnIndex !== index && column.target === targetKey)?.name;
  return (
    <Popover
      aria-label={label}
      width={264}
      trigger={
        <button
          type="button"
          aria-label={`${label}: ${targetLabel}`}
          className={cx('control control-sm control-soft w-full text-xs', target ? 'text-ink' : 'text-ink-3')}
        >
          <span className="min-w-0 truncate flex-1">{targetLabel}</span>
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
            values: [key ?? NO_TARGET],
            onChange: ([targetKey]) => onChange(targetKey || null),
            options: [
              { value: NO_TARGET, label: t('imports.map.ignore') },
              ...targets.map((option) => {
                const otherColumn = findOtherColumn(option.key);
                return {
                  value: option.key,
                  label: pointerLabel(option.pointer),
                  keywords: option.key,
                  note:
                    (otherColumn !== undefined && t('imports.map.takenBy', { column: otherColumn })) ||
                    (option.key === 'status' ? t('imports.map.statusNote') : undefined),
                };
              }),
            ],
          }}
        />
      )}
    </Popover>
  );
}
