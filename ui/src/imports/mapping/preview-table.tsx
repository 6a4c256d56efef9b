import { useTexts } from '#i18n/i18n.ts';
import type { ImportOptions, Preview } from '#imports/import.ts';
import { Icon } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';
import { Popover } from '#kit/layers/popover.tsx';
import { FilterValues } from '#kit/lists/filter-values.tsx';
import { ProgressLine } from '#kit/messages/progress-line.tsx';
import { targetText, withTarget } from './targets.ts';

interface Props {
  preview: Preview;
  loading: boolean;
  /** The public format maps the columns itself. */
  fixed: boolean;
  onTargets: (targets: ImportOptions['targets']) => void;
}

const lineWidth = 76;
const columnWidth = 168;

/** The first rows of the file as it is read now; above each column what it fills. */
export function PreviewTable({ preview, loading, fixed, onTargets }: Props) {
  const { t } = useTexts();
  const { columns, rows } = preview;
  const head = fixed ? 'h-8!' : 'h-16! py-1.5! align-top';
  return (
    <div className="grid-frame">
      {loading && <ProgressLine className="absolute inset-x-0 top-0 z-(--z-bar)" />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard too */}
      <section aria-label={t('imports.map.table')} tabIndex={0} className="grid-scroll focus-visible:-outline-offset-2">
        <table className="grid-table" style={{ minWidth: lineWidth + columns.length * columnWidth }}>
          <colgroup>
            <col style={{ width: lineWidth }} />
            {columns.map((_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place
              <col key={index} style={{ width: columnWidth }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              <th scope="col" className={cx('pin pin-edge text-end', fixed ? 'h-8!' : 'h-16!')} style={{ left: 0 }}>
                {t('imports.column.line')}
              </th>
              {columns.map((column, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the control of a column stays while its name changes
                <th key={index} scope="col" className={head}>
                  <span className="block truncate font-mono text-xs font-medium text-ink" title={column.name}>
                    {column.name}
                  </span>
                  {!fixed && (
                    <TargetField
                      preview={preview}
                      index={index}
                      onChange={(target) => onTargets(withTarget(columns, index, target))}
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
                    // biome-ignore lint/suspicious/noArrayIndexKey: a cell is known by its column
                    key={index}
                    title={cells[index]}
                    className={cx('h-8!', !fixed && column.target === null && 'text-ink-3')}
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

const none = '';

/** Which field a column fills: a list that one finds in by typing. */
function TargetField({ preview: { columns, targets }, index, onChange }: TargetFieldProps) {
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
          <span className="min-w-0 truncate flex-1">{shown}</span>
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
