import { useTexts } from '#i18n/i18n.ts';
import type { ImportOptions, Preview } from '#imports/import.ts';
import { cx } from '#kit/cx.ts';
import { ProgressLine } from '#kit/progress-line.tsx';
import { TargetField } from './target-field.tsx';
import { withTarget } from './targets.ts';

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
