import { useTexts } from '#i18n/i18n.ts';
import { cx } from '#kit/cx.ts';
import { DrawerSection } from '#kit/drawer.tsx';
import type { RowFound } from './use-rows.ts';

/** The line as it stands in the file, by the names of its columns. */
export function RowCells({ data: { columns, row } }: { data: RowFound }) {
  const { t } = useTexts();
  const wrong = new Set(row.problems.map(({ column }) => column));
  return (
    <DrawerSection>
      <h3 className="mb-1 text-xs font-medium text-ink-3">{t('imports.report.cells')}</h3>
      <dl className="grid grid-cols-[minmax(96px,160px)_minmax(0,1fr)] text-xs">
        {row.cells.map((cell, index) => {
          const name = columns[index] ?? String(index + 1);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a cell is known by its column
            <div key={index} className="col-span-2 grid grid-cols-subgrid border-t border-line first:border-0">
              <dt className="py-1.5 pr-3 font-mono text-ink-3 [overflow-wrap:anywhere]">{name}</dt>
              <dd
                className={cx(
                  'py-1.5 whitespace-pre-wrap [overflow-wrap:anywhere]',
                  wrong.has(name) && '-mx-2 rounded-xs bg-bad-soft px-2',
                  cell === '' && 'text-ink-3',
                )}
              >
                {cell === '' ? t('imports.report.emptyCell') : cell}
              </dd>
            </div>
          );
        })}
      </dl>
    </DrawerSection>
  );
}
